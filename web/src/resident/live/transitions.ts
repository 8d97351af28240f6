/**
 * What this device does with the door: one closed union, one table (spec section 4, states "resident sees"). What the server knows of
 * rings and calls lives in activities and CallView; this is the screen they lead to.
 */
import type { CallKind } from '#proto/entities.ts'

export type Answer = CallKind | 'message' | 'dismiss'
/** How a ring that this device was showing came to its end. */
export type Farewell =
  | { readonly kind: 'answered'; readonly device: string | null }
  | { readonly kind: 'left' }
  | { readonly kind: 'missed' }
  | { readonly kind: 'dismissed' }

export type RingStep =
  | { readonly name: 'asking' }
  | { readonly name: 'answering'; readonly answer: Answer }
  /** The premium modal stands over the live ring. */
  | { readonly name: 'premium'; readonly wanted: CallKind }
  | { readonly name: 'failed' }
  | { readonly name: 'over'; readonly farewell: Farewell }

/** `away`: this side of the call is not on this page; CallView says whether it is vacant, elsewhere, or ours to return to. */
export type CallStep = 'here' | 'away'

type Main = { readonly mode: 'main' }
/** `back`: the chat that lay open under the modal. */
type Ringing = { readonly mode: 'ringing'; readonly activityId: number; readonly step: RingStep; readonly back: number | null }
export type InCall = {
  readonly mode: 'videoCall' | 'audioCall'
  readonly activityId: number
  readonly step: CallStep
  readonly chatOpen: boolean
}
type Message = { readonly mode: 'message'; readonly activityId: number }
export type Live = Main | Ringing | InCall | Message

export type LiveEvent =
  /** A live ring is there and nothing more important is on. */
  | { readonly type: 'rang'; readonly activityId: number }
  | { readonly type: 'pressed'; readonly answer: Answer }
  | { readonly type: 'premiumRefused'; readonly wanted: CallKind }
  | { readonly type: 'premiumClosed' }
  /** The server took this device's answer. */
  | { readonly type: 'taken'; readonly activityId: number; readonly answer: Answer }
  | { readonly type: 'answerLost' }
  | { readonly type: 'ringOver'; readonly activityId: number; readonly farewell: Farewell }
  | { readonly type: 'farewellSeen' }
  /** A call of this activity is on and this page is not in it (a reload, another device). */
  | { readonly type: 'callFound'; readonly activityId: number; readonly kind: CallKind }
  /** This page joins: a call back, Take over, Return to the call. */
  | { readonly type: 'joined'; readonly activityId: number; readonly kind: CallKind }
  | { readonly type: 'leftBehind'; readonly activityId: number }
  | { readonly type: 'callEnded'; readonly activityId: number }
  | { readonly type: 'chatToggled' }
  | { readonly type: 'chatOpened'; readonly activityId: number }
  | { readonly type: 'closed' }

export const MAIN: Live = { mode: 'main' }
const ASKING: RingStep = { name: 'asking' }

type Handlers<S extends Live> = { readonly [E in LiveEvent['type']]?: (state: S, event: Extract<LiveEvent, { type: E }>) => Live }

const modeOf = (kind: CallKind): InCall['mode'] => (kind === 'video' ? 'videoCall' : 'audioCall')
const call = (activityId: number, kind: CallKind, step: CallStep): Live => ({ mode: modeOf(kind), activityId, step, chatOpen: false })
const under = (state: Ringing): Live => (state.back === null ? MAIN : { mode: 'message', activityId: state.back })
const step = (state: Ringing, next: RingStep): Live => ({ ...state, step: next })

function taken(state: Live, { activityId, answer }: Extract<LiveEvent, { type: 'taken' }>): Live {
  if (answer === 'dismiss') return state.mode === 'ringing' ? under(state) : state
  if (answer === 'message') return { mode: 'message', activityId }
  return call(activityId, answer, 'here')
}

const found: Handlers<Main | Message> = {
  rang: (state, { activityId }) => ({
    mode: 'ringing',
    activityId,
    step: ASKING,
    back: state.mode === 'message' ? state.activityId : null,
  }),
  callFound: (_, { activityId, kind }) => call(activityId, kind, 'away'),
  joined: (_, { activityId, kind }) => call(activityId, kind, 'here'),
  chatOpened: (_, { activityId }) => ({ mode: 'message', activityId }),
  taken,
}

const ringing: Handlers<Ringing> = {
  pressed: (state, { answer }) =>
    state.step.name === 'asking' || state.step.name === 'failed' || state.step.name === 'premium'
      ? step(state, { name: 'answering', answer })
      : state,
  premiumRefused: (state, { wanted }) => (state.step.name === 'over' ? state : step(state, { name: 'premium', wanted })),
  premiumClosed: (state) => (state.step.name === 'premium' ? step(state, ASKING) : state),
  taken: (state, event) => (event.activityId === state.activityId ? taken(state, event) : state),
  answerLost: (state) => (state.step.name === 'answering' ? step(state, { name: 'failed' }) : state),
  ringOver: (state, { activityId, farewell }) =>
    activityId === state.activityId && state.step.name !== 'over' ? step(state, { name: 'over', farewell }) : state,
  farewellSeen: (state) => (state.step.name === 'over' ? under(state) : state),
  /** Back closes the chat under the modal; the ring stays. */
  closed: (state) => ({ ...state, back: null }),
}

const inCall: Handlers<InCall> = {
  joined: (state, { activityId, kind }) => ({
    ...call(activityId, kind, 'here'),
    ...(activityId === state.activityId ? { chatOpen: state.chatOpen } : {}),
  }),
  leftBehind: (state, { activityId }) => (activityId === state.activityId ? { ...state, step: 'away' } : state),
  callEnded: (state, { activityId }) =>
    activityId === state.activityId ? (state.chatOpen ? { mode: 'message', activityId } : MAIN) : state,
  chatToggled: (state) => ({ ...state, chatOpen: !state.chatOpen }),
  /** "Continue with chat": the call is left, the visitor is not. */
  chatOpened: (_, { activityId }) => ({ mode: 'message', activityId }),
  closed: () => MAIN,
}

const TABLE: {
  readonly main: Handlers<Main>
  readonly message: Handlers<Message>
  readonly ringing: Handlers<Ringing>
  readonly call: Handlers<InCall>
} = {
  main: found,
  message: { ...found, closed: () => MAIN },
  ringing,
  call: inCall,
}

function handlersOf(state: Live): Handlers<Live> {
  const row = state.mode === 'videoCall' || state.mode === 'audioCall' ? 'call' : state.mode
  return TABLE[row] as Handlers<Live>
}

/** @returns the next screen; an event that a screen does not know changes nothing. */
export function transition(state: Live, event: LiveEvent): Live {
  const handler = handlersOf(state)[event.type] as ((state: Live, event: LiveEvent) => Live) | undefined
  return handler ? handler(state, event) : state
}
