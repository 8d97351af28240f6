/**
 * The screen of this device: one closed union and one transition table (docs/product/specification.md, 4). The server's state of rings and
 * calls is in activities and CallView; this is the screen that follows from it.
 */
import type { CallKind } from '#proto/entities.ts'

export type Answer = CallKind | 'message' | 'dismiss'
/** How a ring shown on this device ended. `stays`: it is shown late, when the user may have looked away, and is closed by a press. */
export type EndedMessage = RingEnd & { readonly stays?: boolean }
type RingEnd =
  /** `by`: another person of the household. */
  | { readonly kind: 'answered'; readonly device: string | null; readonly by?: string }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'missed' }
  | { readonly kind: 'dismissed'; readonly by?: string }
  /** It is at another home, and this account has its door no more. */
  | { readonly kind: 'withdrawn' }
  /** Its time passed while nothing could be received. */
  | { readonly kind: 'unknown' }
  /** A test ring was answered here: the result that its visitor would see. */
  | { readonly kind: 'tested'; readonly answer: Answer }

export type RingStep =
  | { readonly name: 'asking' }
  | { readonly name: 'answering'; readonly answer: Answer }
  /** The premium modal is open over the live ring. */
  | { readonly name: 'premium'; readonly wanted: CallKind }
  /** `late`: known only after a time without network. */
  | { readonly name: 'failed'; readonly late: boolean }
  | { readonly name: 'over'; readonly endedMessage: EndedMessage }

/** `away`: this page is not in the call; CallView says whether it has no holder, another device, or this session. */
export type CallStep = 'here' | 'away'

type Main = { readonly mode: 'main' }
/** `back`: the chat that is open under the modal. */
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
  /** A ring is live and no call takes precedence. */
  | { readonly type: 'rang'; readonly activityId: number }
  /** This ring was chosen, by a notification or in a list: it comes before others that are live. */
  | { readonly type: 'ringOpened'; readonly activityId: number }
  | { readonly type: 'pressed'; readonly answer: Answer }
  | { readonly type: 'premiumRequired'; readonly wanted: CallKind }
  | { readonly type: 'premiumClosed' }
  /** The server accepted this device's answer. */
  | { readonly type: 'taken'; readonly activityId: number; readonly answer: Answer }
  | { readonly type: 'answerLost'; readonly late: boolean }
  | { readonly type: 'ringOver'; readonly activityId: number; readonly endedMessage: EndedMessage }
  | { readonly type: 'endedMessageSeen' }
  /** "Not me": it rings on for the others of the household. */
  | { readonly type: 'ringPassed'; readonly activityId: number }
  /** A call of this activity is live and this page is not in it (a reload, another device). */
  | { readonly type: 'callFound'; readonly activityId: number; readonly kind: CallKind }
  /** This page joins: a call back, Take over, Return to the call. */
  | { readonly type: 'joined'; readonly activityId: number; readonly kind: CallKind }
  /** The audio call has become a video call. */
  | { readonly type: 'videoAdded'; readonly activityId: number }
  | { readonly type: 'leftBehind'; readonly activityId: number }
  | { readonly type: 'callEnded'; readonly activityId: number }
  | { readonly type: 'chatToggled' }
  | { readonly type: 'chatOpened'; readonly activityId: number }
  | { readonly type: 'closed' }

export const MAIN: Live = { mode: 'main' }
const ASKING: RingStep = { name: 'asking' }

/** Whether the screen is this activity's call. */
export const isInCall = (screen: Live, activityId: number): boolean =>
  (screen.mode === 'videoCall' || screen.mode === 'audioCall') && screen.activityId === activityId

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

const rings = (state: Main | Message, { activityId }: { readonly activityId: number }): Live => ({
  mode: 'ringing',
  activityId,
  step: ASKING,
  back: state.mode === 'message' ? state.activityId : null,
})

const found: Handlers<Main | Message> = {
  rang: rings,
  ringOpened: rings,
  callFound: (_, { activityId, kind }) => call(activityId, kind, 'away'),
  joined: (_, { activityId, kind }) => call(activityId, kind, 'here'),
  chatOpened: (_, { activityId }) => ({ mode: 'message', activityId }),
  taken,
}

const ringing: Handlers<Ringing> = {
  /** Not while an answer is in progress. */
  ringOpened: (state, { activityId }) =>
    activityId !== state.activityId && state.step.name !== 'answering' ? { ...state, activityId, step: ASKING } : state,
  pressed: (state, { answer }) =>
    state.step.name === 'asking' || state.step.name === 'failed' || state.step.name === 'premium'
      ? step(state, { name: 'answering', answer })
      : state,
  premiumRequired: (state, { wanted }) => (state.step.name === 'over' ? state : step(state, { name: 'premium', wanted })),
  premiumClosed: (state) => (state.step.name === 'premium' ? step(state, ASKING) : state),
  taken: (state, event) => (event.activityId === state.activityId ? taken(state, event) : state),
  answerLost: (state, { late }) => (state.step.name === 'answering' ? step(state, { name: 'failed', late }) : state),
  ringOver: (state, { activityId, endedMessage }) => {
    const { step: now } = state
    const wasUnknown = now.name === 'over' && now.endedMessage.kind === 'unknown'
    if (activityId !== state.activityId || (now.name === 'over' && !wasUnknown)) return state
    const isLate = wasUnknown || (now.name === 'failed' && now.late)
    return step(state, { name: 'over', endedMessage: isLate ? { ...endedMessage, stays: true } : endedMessage })
  },
  endedMessageSeen: (state) => (state.step.name === 'over' ? under(state) : state),
  ringPassed: (state, { activityId }) =>
    activityId === state.activityId && state.step.name !== 'over' && state.step.name !== 'answering' ? under(state) : state,
  /** This session's call takes precedence; the ring continues beside it. */
  callFound: (state, { activityId, kind }) =>
    activityId !== state.activityId && (state.step.name === 'asking' || state.step.name === 'failed')
      ? call(activityId, kind, 'away')
      : state,
  /** Back closes the chat under the modal; the ring stays. */
  closed: (state) => ({ ...state, back: null }),
}

const ringsOverOffer = (state: InCall, { activityId }: { readonly activityId: number }): Live =>
  state.step === 'away' ? { mode: 'ringing', activityId, step: ASKING, back: null } : state

const inCall: Handlers<InCall> = {
  /** Sent only while the call is not this session's: a ring is more urgent than an offer to take over. */
  rang: ringsOverOffer,
  ringOpened: ringsOverOffer,
  joined: (state, { activityId, kind }) => ({
    ...call(activityId, kind, 'here'),
    ...(activityId === state.activityId ? { chatOpen: state.chatOpen } : {}),
  }),
  videoAdded: (state, { activityId }) => (activityId === state.activityId ? { ...state, mode: modeOf('video') } : state),
  leftBehind: (state, { activityId }) => (activityId === state.activityId ? { ...state, step: 'away' } : state),
  callEnded: (state, { activityId }) =>
    activityId === state.activityId ? (state.chatOpen ? { mode: 'message', activityId } : MAIN) : state,
  chatToggled: (state) => ({ ...state, chatOpen: !state.chatOpen }),
  /** "Continue with chat": leaves the call and opens the chat. */
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

/** @returns the next screen; the same one if it does not handle the event. */
export function transition(state: Live, event: LiveEvent): Live {
  const handler = handlersOf(state)[event.type] as ((state: Live, event: LiveEvent) => Live) | undefined
  return handler ? handler(state, event) : state
}
