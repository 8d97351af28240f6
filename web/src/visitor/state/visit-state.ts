/** The visitor page as one closed union and one pure transition function (docs/product/specification.md, 4). */
import type { CallKind, CallView, ChatMessage, CommunicationType, VisitWithChat } from '#proto/entities.ts'
import type { EndReason } from '#proto/frames/server.ts'

/** The page's screen. `none` of the specification's call status is `form`, `missed` or `sent`. */
export type Screen =
  | { readonly at: 'form' }
  | { readonly at: 'waiting' }
  | { readonly at: 'missed' }
  | { readonly at: 'sent' }
  | { readonly at: 'declined' }
  | { readonly at: 'chat' }
  /** `entered: resumed`: the page was loaded during the call, so media may need another tap. */
  | { readonly at: 'call'; readonly kind: CallKind; readonly entered: 'answered' | 'joined' | 'resumed' }
  | { readonly at: 'ended' }
  | { readonly at: 'inactive' }

/** The error that the page shows; `details` are shown under their fields. */
export type Failure = { readonly message: string; readonly details: Readonly<Record<string, string>> }

export type VisitState = {
  readonly screen: Screen
  readonly visit: VisitWithChat | null
  readonly call: CallView | null
  /** `again`: the first attempt failed and the page retries. `crowded`: the door is under pressure, and the page does a proof of work. */
  readonly ringing: 'no' | 'sending' | 'again' | 'crowded'
  readonly failure: Failure | null
  /** The message field is open (waiting). */
  readonly writing: boolean
  /** "The resident is calling" (late call back). */
  readonly offer: CallKind | null
  /** This visitor ended, declined or cancelled: later updates of the same call do not open it again. */
  readonly leftCall: boolean
  /** The visit before Try Again: late updates of it do not open it again. */
  readonly leftVisitId: number | null
  /** This browser does not store the visit's cookie: the ring is live or has ended, and its answer cannot reach this page. */
  readonly isCookieLost: boolean
}

export type VisitEvent =
  | { readonly type: 'ring_sent' }
  | { readonly type: 'ring_repeated' }
  | { readonly type: 'ring_crowded' }
  | { readonly type: 'ring_failed'; readonly failure: Failure }
  | { readonly type: 'ring_given_up' }
  | { readonly type: 'rung'; readonly visit: VisitWithChat }
  | { readonly type: 'visit_received'; readonly visit: VisitWithChat }
  | { readonly type: 'visit_gone' }
  | { readonly type: 'cookie_lost' }
  | { readonly type: 'door_gone' }
  | { readonly type: 'answered'; readonly activityId: number; readonly how: CommunicationType }
  /** `how`: what has ended; `message` is a conversation without a call. */
  | {
      readonly type: 'refused'
      readonly activityId: number
      readonly reason: EndReason | undefined
      readonly how?: CommunicationType | undefined
    }
  /** The resident offers chat (docs/product/decisions.md, 18): the field opens and the ring continues. */
  | { readonly type: 'chat_offered'; readonly activityId: number }
  | { readonly type: 'call_received'; readonly call: CallView }
  | { readonly type: 'message_received'; readonly message: ChatMessage }
  | { readonly type: 'message_left' }
  | { readonly type: 'cancelled' }
  | { readonly type: 'tried_again' }
  | { readonly type: 'writing'; readonly open: boolean }
  | { readonly type: 'joined' }
  | { readonly type: 'stayed' }
  | { readonly type: 'hung_up' }
  | { readonly type: 'failure_shown'; readonly failure: Failure }

export const START: VisitState = {
  screen: { at: 'form' },
  visit: null,
  call: null,
  ringing: 'no',
  failure: null,
  writing: false,
  offer: null,
  leftCall: false,
  leftVisitId: null,
  isCookieLost: false,
}

const LIVE_CALL: readonly CallView['state'][] = ['connecting', 'connected', 'interrupted']

const residentWrote = (visit: VisitWithChat) => visit.messages.some((message) => message.senderId === 'resident')

/** @returns the screen of the server's state. A call or ring that this visitor left is not entered again. */
export function screenOf(visit: VisitWithChat, state: VisitState): Screen {
  const now = state.visit?.id === visit.id ? state.screen : START.screen
  if (visit.outcome === null) return { at: 'waiting' }
  // Only frames end a call: a missed ring may have become one (late call back).
  if (now.at === 'call' || now.at === 'ended') return now
  switch (visit.outcome) {
    case 'missed':
      return { at: residentWrote(visit) ? 'chat' : visit.messageLeft ? 'sent' : 'missed' }
    case 'dismissed':
      return { at: residentWrote(visit) ? 'chat' : 'declined' }
    case 'cancelled':
      return { at: residentWrote(visit) ? 'chat' : 'form' }
    case 'answered_message':
      return { at: 'chat' }
    case 'answered_video':
    case 'answered_audio':
      return calledScreen(visit.outcome === 'answered_video' ? 'video' : 'audio', visit, state, now)
  }
}

function calledScreen(kind: CallKind, visit: VisitWithChat, state: VisitState, now: Screen): Screen {
  if (now.at === 'chat') return now
  if (state.leftCall) return { at: 'ended' }
  const own = state.call?.activityId === visit.id ? state.call : null
  if (own && !LIVE_CALL.includes(own.state)) return { at: own.state === 'offered' ? 'chat' : 'ended' }
  return { at: 'call', kind: own?.kind ?? kind, entered: now.at === 'waiting' ? 'answered' : 'resumed' }
}

/** @returns the next state; the same object when the event changes nothing. */
export function visitTransition(state: VisitState, event: VisitEvent): VisitState {
  switch (event.type) {
    case 'ring_sent':
      return { ...state, ringing: 'sending', failure: null }
    case 'ring_repeated':
      return state.ringing === 'no' ? state : { ...state, ringing: 'again' }
    case 'ring_crowded':
      return state.ringing === 'no' ? state : { ...state, ringing: 'crowded' }
    case 'ring_failed':
      return { ...state, ringing: 'no', failure: event.failure }
    case 'ring_given_up':
      return { ...state, ringing: 'no', failure: null }
    case 'rung':
      return enter({ ...START }, event.visit)
    case 'visit_received':
      return receiveVisit(state, event.visit)
    case 'visit_gone':
      if (!state.visit) return state
      return { ...START, screen: state.screen.at === 'inactive' ? state.screen : { at: 'form' }, isCookieLost: state.isCookieLost }
    case 'cookie_lost':
      return { ...state, isCookieLost: true, writing: false }
    case 'door_gone':
      return { ...START, screen: { at: 'inactive' } }
    case 'answered':
      return answered(state, event.activityId, event.how)
    case 'refused':
      return refused(state, event)
    case 'chat_offered':
      return isOther(state, event.activityId) || state.screen.at !== 'waiting' ? state : { ...state, writing: true }
    case 'call_received':
      return receiveCall(state, event.call)
    case 'message_received':
      return receiveMessage(state, event.message)
    case 'message_left':
      return { ...state, writing: false, screen: state.screen.at === 'missed' ? { at: 'sent' } : state.screen }
    case 'cancelled':
      return { ...state, screen: { at: 'form' }, leftCall: true, writing: false, failure: null }
    case 'tried_again':
      return { ...START, leftVisitId: state.visit?.id ?? null }
    case 'writing':
      return { ...state, writing: event.open }
    case 'joined':
      return state.offer ? { ...state, offer: null, leftCall: false, screen: { at: 'call', kind: state.offer, entered: 'joined' } } : state
    case 'stayed':
      return { ...state, offer: null, leftCall: true }
    case 'hung_up':
      return { ...state, screen: { at: 'ended' }, leftCall: true }
    case 'failure_shown':
      return { ...state, failure: event.failure }
  }
}

function enter(state: VisitState, visit: VisitWithChat): VisitState {
  const screen = screenOf(visit, state)
  return { ...state, visit, screen: sameScreen(screen, state.screen) ? state.screen : screen, ringing: 'no' }
}

function sameScreen(a: Screen, b: Screen): boolean {
  return a.at === b.at && a.at !== 'call'
}

function receiveVisit(state: VisitState, visit: VisitWithChat): VisitState {
  const known = state.visit
  if (visit.id === state.leftVisitId) return state
  if (known && known.id !== visit.id && known.timestamp > visit.timestamp) return state
  if (known?.id === visit.id && visit.version < known.version) return state
  // After Cancel the form stays until the resident writes; the row may still be live or answered for a moment.
  const cancelled = known?.id === visit.id && state.leftCall && state.screen.at === 'form'
  if (cancelled && !residentWrote(visit)) return { ...state, visit }
  if (state.ringing !== 'no') return { ...state, visit }
  // An answered or ended ring is never live again: this row is older than the frame that ended it.
  const isStale = known?.id === visit.id && visit.outcome === null && state.screen.at !== 'waiting' && state.screen.at !== 'form'
  if (isStale) return { ...state, visit }
  return enter(state, visit)
}

function isOther(state: VisitState, activityId: number): boolean {
  return state.visit?.id !== activityId
}

function answered(state: VisitState, activityId: number, how: CommunicationType): VisitState {
  if (isOther(state, activityId)) return state
  const { at } = state.screen
  if (how === 'message') return at === 'ended' || at === 'call' ? state : { ...state, screen: { at: 'chat' }, writing: false }
  if (at === 'waiting') return { ...state, screen: { at: 'call', kind: how, entered: 'answered' }, writing: false }
  // A replay after a reload, or a late call back, which `call_state` offers.
  return state
}

function refused(state: VisitState, { activityId, reason, how }: Extract<VisitEvent, { type: 'refused' }>): VisitState {
  if (isOther(state, activityId)) return state
  const { at } = state.screen
  if (at === 'call' || (at === 'chat' && how === 'message')) return { ...state, screen: { at: 'ended' }, offer: null }
  if (at !== 'waiting') return { ...state, offer: null }
  if (reason === 'missed') return { ...state, screen: { at: 'missed' } }
  if (reason === 'cancelled') return { ...state, screen: { at: 'form' }, leftCall: true }
  return { ...state, screen: { at: reason === 'ended' ? 'ended' : 'declined' }, writing: false }
}

function receiveCall(state: VisitState, call: CallView): VisitState {
  if (isOther(state, call.activityId)) return state
  const next = { ...state, call }
  const { at } = state.screen
  switch (call.state) {
    case 'offered':
      return at === 'call' || at === 'form' ? next : { ...next, offer: call.kind, leftCall: false }
    case 'ended':
      return at === 'call' ? { ...next, screen: { at: 'ended' }, offer: null } : { ...next, offer: null }
    case 'connecting':
    case 'connected':
    case 'interrupted':
      if (at === 'call') return { ...next, screen: withVideo(state.screen, call) }
      return state.leftCall || at === 'form' ? next : { ...next, offer: null, screen: callScreen(call, at) }
  }
}

/** An audio call becomes a video call, never the reverse. */
function withVideo(screen: Screen, { kind }: CallView): Screen {
  return screen.at === 'call' && screen.kind !== kind && kind === 'video' ? { ...screen, kind } : screen
}

function callScreen(call: CallView, from: Screen['at']): Screen {
  return { at: 'call', kind: call.kind, entered: from === 'waiting' ? 'answered' : 'resumed' }
}

function receiveMessage(state: VisitState, message: ChatMessage): VisitState {
  const { visit } = state
  if (!visit || visit.id !== message.activityId || visit.messages.some((known) => known.id === message.id)) return state
  const next = { ...state, visit: { ...visit, messages: [...visit.messages, message] } }
  const stays = state.screen.at === 'call' || state.screen.at === 'ended' || state.screen.at === 'chat'
  return message.senderId === 'visitor' || stays ? next : { ...next, screen: { at: 'chat' }, writing: false }
}
