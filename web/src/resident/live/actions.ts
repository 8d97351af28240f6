/** What the resident does: answer, ignore, call back, return, take over, end. Each press is one function. */
import { type CallKind, type CallView, type HandledType, VOCABULARY } from '#proto/entities.ts'
import type { ErrorCode } from '#proto/errors.ts'
import { isApiError } from '../../core/api-error.ts'
import { isEnd, type LostHandler } from '../../core/outbox.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { nameOf } from '../../ui/activity-words.ts'
import type { Toast } from '../../ui/toasts.tsx'
import { activityNow, refetchActivities, sawActivity } from '../data/activities.ts'
import { api, connection, outbox, sounds } from '../services.ts'
import { callNow, happened, screenNow, store } from '../store.ts'
import { closeSession, heldSession, leaveSeat, sessionFor, takeSeat } from './media.ts'
import type { Answer, LiveEvent } from './transitions.ts'

export type Tell = (toast: Toast) => void

/** A claim without an answer is sent again this long. */
const CLAIM_LIFE = 30_000
const CLAIM_AGAIN = 1_000
/** What an End is refused with where there is nothing to end: the page shows what is true. */
const NOTHING_TO_END: readonly (ErrorCode | 'expired')[] = ['answered_elsewhere', 'ring_over', 'not_found', 'call_not_there', 'ring_closed']

/** Calls that this page has ended and not yet heard to be over. */
const ending = new Set<number>()

const tell = (event: LiveEvent) => store.dispatch(happened(event))
const accepting = (visitorId: number, communicationType: CallKind) =>
  ({ type: 'call_response', visitorId, accepted: true, communicationType }) as const

/**
 * An answer to a live ring. The frame goes first because it is the fastest way to the visitor; the call is the claim whose word counts
 * (decision 10: the same session repeating gets the same answer).
 */
export async function answerRing(activityId: number, answer: Answer, toast: Tell): Promise<void> {
  tell({ type: 'pressed', answer })
  sounds.unlock()
  if (answer === 'video' || answer === 'audio') {
    if (connection.state.get().registered) connection.send(accepting(activityId, answer))
    void startMedia(activityId, answer)
  }
  try {
    sawActivity(await claim(activityId, VOCABULARY[answer].handledType))
    if (answer === 'message' || answer === 'dismiss') closeSession(activityId)
    tell({ type: 'taken', activityId, answer })
    if (answer === 'dismiss') toast({ kind: 'success', title: residentTexts.ring.dismissedToast, ofRing: true })
  } catch (error) {
    if (!isInCall(activityId)) notTaken(activityId, answer, error, toast)
  }
}

/** The call itself, held by this session, says that the answer was taken; often before the claim's own reply. */
export function answerTaken({ activityId, state, holder }: CallView): void {
  const screen = screenNow()
  if (screen.mode !== 'ringing' || screen.activityId !== activityId || screen.step.name !== 'answering') return
  const { answer } = screen.step
  const ours = state !== 'ended' && state !== 'offered' && holder?.session === connection.state.get().sessionId
  if (ours && (answer === 'video' || answer === 'audio')) tell({ type: 'taken', activityId, answer })
}

function isInCall(activityId: number): boolean {
  const screen = screenNow()
  return (screen.mode === 'videoCall' || screen.mode === 'audioCall') && screen.activityId === activityId
}

/** Sent again until it is answered: it may well have been written, and the same session repeating gets the same answer. */
async function claim(id: number, handledType: HandledType) {
  const begun = Date.now()
  for (;;) {
    try {
      return await api.call('doorbell.handle', { id, handledType }, { timeout: 5_000 })
    } catch (error) {
      if (!isApiError(error, 'network', 'unavailable', 'limited') || Date.now() - begun > CLAIM_LIFE) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 0) * 1_000 || CLAIM_AGAIN))
    }
  }
}

function notTaken(activityId: number, answer: Answer, error: unknown, toast: Tell): void {
  leaveCall(activityId)
  if (isApiError(error, 'subscription_required') && (answer === 'video' || answer === 'audio')) refusePremium(activityId, answer)
  else answerLost(answer, error, toast)
}

function answerLost(answer: Answer, error: unknown, toast: Tell): void {
  tell({ type: 'answerLost' })
  // Somebody else was faster, or the ring is over: the list says which.
  if (isApiError(error, 'answered_elsewhere', 'ring_over', 'not_found')) void refetchActivities()
  else if (answer === 'dismiss')
    toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: residentTexts.ring.dismissFailed, ofRing: true })
}

/** A ring answered or ignored while a call goes on: the call stays, the chat waits in the list. */
export async function answerAside(activityId: number, handledType: 'message' | 'dismissed', toast: Tell): Promise<void> {
  const t = residentTexts.ring
  try {
    sawActivity(await claim(activityId, handledType))
    toast({ kind: 'success', title: handledType === 'message' ? t.chatWaits : t.dismissedToast })
  } catch (error) {
    if (isApiError(error, 'answered_elsewhere', 'ring_over', 'not_found')) void refetchActivities()
    else toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: t.answerFailed })
  }
}

/** Opens the devices and joins; what goes wrong stands in the session's state and has its panel there. */
async function startMedia(activityId: number, kind: CallKind): Promise<void> {
  takeSeat(activityId)
  const held = heldSession.get()
  // What stands by starts within the press itself: the devices are asked for before the page draws anything.
  const session = held?.activityId === activityId ? held.session : await sessionFor(activityId)
  await session.start(kind)
}

/** Decision 18: the visitor stays and is offered chat; nothing there speaks of plans. */
export function refusePremium(activityId: number, wanted: CallKind): void {
  outbox.send({ type: 'call_response', visitorId: activityId, accepted: false, reasonCode: 'subscription_required' })
  tell({ type: 'premiumRefused', wanted })
}

/** A call to a visitor who is in a chat or rang lately (states: late call back); the visitor joins, or does not. */
export function callBack(activityId: number, kind: CallKind): void {
  outbox.send(accepting(activityId, kind))
  tell({ type: 'joined', activityId, kind })
  void startMedia(activityId, kind)
}

/** Back into one's own seat after a reload. */
export function returnToCall(activityId: number, kind: CallKind): void {
  tell({ type: 'joined', activityId, kind })
  void startMedia(activityId, kind)
}

/** A freed seat is taken by this device. */
export function takeOver(activityId: number, kind: CallKind): void {
  outbox.send({ type: 'join_call', activityId, kind })
  returnToCall(activityId, kind)
}

function leaveCall(activityId: number): void {
  closeSession(activityId)
  leaveSeat(activityId)
}

/** Tracks stop first, then the server is told; that the call has ended is said once it says so. */
export function endCall(activityId: number): void {
  leaveCall(activityId)
  ending.add(activityId)
  outbox.send({ type: 'call_response', visitorId: activityId, accepted: false })
  tell({ type: 'callEnded', activityId })
}

/** What the server refused for good, or never answered. */
export const intentLost =
  (toast: Tell): LostHandler =>
  (intent, code, message) => {
    if (isEnd(intent)) {
      const isFailure = ending.delete(intent.visitorId) && !NOTHING_TO_END.includes(code)
      if (isFailure) toast({ kind: 'failure', ...callTexts.endFailed })
    } else if (intent.type === 'call_response' && intent.accepted) callBackLost(intent.visitorId, code, message, toast)
  }

/** A call back that was refused before there was a call: the conversation stays. */
function callBackLost(activityId: number, code: ErrorCode | 'expired', message: string | undefined, toast: Tell): void {
  if (!isInCall(activityId) || callNow(activityId)) return
  closeSession(activityId)
  tell({ type: 'chatOpened', activityId })
  if (code === 'subscription_required') return
  toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: message ?? residentTexts.common.unexpected })
}

/** The call has ended, whoever ended it. @param before what was known of it until then */
export function callIsOver(activityId: number, before: CallView | undefined, toast: Tell): void {
  leaveCall(activityId)
  const isOurs = ending.delete(activityId)
  if (!isOurs && !isInCall(activityId)) return
  if (!isOurs && before?.state === 'offered') {
    callBackDeclined(activityId, before, toast)
    return
  }
  tell({ type: 'callEnded', activityId })
  toast({ kind: 'success', title: callTexts.callEnded })
}

/** The visitor did not join: the conversation from which they were called goes on. Who is away has not declined. */
function callBackDeclined(activityId: number, { visitorAway }: CallView, toast: Tell): void {
  tell({ type: 'chatOpened', activityId })
  const visitor = activityNow(activityId)
  const title = visitorAway || !visitor ? callTexts.callEnded : residentTexts.chat.prefersWriting(nameOf(visitor))
  toast({ kind: visitorAway ? 'success' : 'message', title })
}

/** "Continue with chat": the call ends, the conversation goes on. */
export function chatInstead(activityId: number): void {
  leaveCall(activityId)
  outbox.send({ type: 'call_response', visitorId: activityId, accepted: false })
  tell({ type: 'chatOpened', activityId })
}
