/** The resident's actions: answer, ignore, call back, return, take over, end. Each press is one function. */
import { type CallKind, type CallView, type HandledType, VOCABULARY } from '#proto/entities.ts'
import type { ErrorCode } from '#proto/errors.ts'
import { isApiError } from '../../core/api-error.ts'
import { isEnd, type LostHandler } from '../../core/outbox.ts'
import { keys } from '../../core/query-cache.ts'
import { callTexts } from '../../core/texts/en-call.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { api, cache, connection, outbox, sounds } from '../../resident/services.ts'
import { nameOf } from '../../ui/activity-texts.ts'
import type { Toast } from '../../ui/toasts.tsx'
import { activeSession, closeSession, markInCall, sessionFor, unmarkInCall } from './call-sessions.ts'
import { callNow, liveEventReceived, screenNow, store } from './live-store.ts'
import type { Answer, LiveEvent } from './transitions.ts'

export type ShowToast = (toast: Toast) => void

/** A claim without a response is retried this long. */
const CLAIM_TIMEOUT = 30_000
const CLAIM_RETRY_AFTER = 1_000
/** Errors of an End that mean there is nothing left to end. */
const NOTHING_TO_END: readonly (ErrorCode | 'expired')[] = ['answered_elsewhere', 'ring_over', 'not_found', 'call_not_there', 'ring_closed']

/** Calls that this page has ended and the server has not confirmed yet. */
const endingCalls = new Set<number>()

const dispatch = (event: LiveEvent) => store.dispatch(liveEventReceived(event))
const acceptFrame = (visitorId: number, communicationType: CallKind) =>
  ({ type: 'call_response', visitorId, accepted: true, communicationType }) as const

/**
 * Answers a live ring. The frame goes first because it reaches the visitor fastest; the API request is the claim that counts
 * (decision 10: a repeated claim of the same session returns the same result).
 */
export async function answerRing(activityId: number, answer: Answer, toast: ShowToast): Promise<void> {
  dispatch({ type: 'pressed', answer })
  sounds.unlock()
  if (answer === 'video' || answer === 'audio') {
    if (connection.state.get().registered) connection.send(acceptFrame(activityId, answer))
    void startMedia(activityId, answer)
  }
  try {
    cache.updateActivity(await claim(activityId, VOCABULARY[answer].handledType))
    if (answer === 'message' || answer === 'dismiss') closeSession(activityId)
    dispatch({ type: 'taken', activityId, answer })
    if (answer === 'dismiss') toast({ kind: 'success', title: residentTexts.ring.dismissedToast, ofRing: true })
  } catch (error) {
    if (!isInCall(activityId)) onAnswerFailed(activityId, answer, error, toast)
  }
}

/** A call held by this session confirms the answer, often before the claim's response. */
export function confirmAnswer({ activityId, state, holder }: CallView): void {
  const screen = screenNow()
  if (screen.mode !== 'ringing' || screen.activityId !== activityId || screen.step.name !== 'answering') return
  const { answer } = screen.step
  const ours = state !== 'ended' && state !== 'offered' && holder?.session === connection.state.get().sessionId
  if (ours && (answer === 'video' || answer === 'audio')) dispatch({ type: 'taken', activityId, answer })
}

function isInCall(activityId: number): boolean {
  const screen = screenNow()
  return (screen.mode === 'videoCall' || screen.mode === 'audioCall') && screen.activityId === activityId
}

/** Retries until there is a response: a lost request may have been stored, and a repeated claim returns the same result. */
async function claim(id: number, handledType: HandledType) {
  const begun = Date.now()
  for (;;) {
    try {
      return await api.call('doorbell.handle', { id, handledType }, { timeout: 5_000 })
    } catch (error) {
      if (!isApiError(error, 'network', 'unavailable', 'limited') || Date.now() - begun > CLAIM_TIMEOUT) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 0) * 1_000 || CLAIM_RETRY_AFTER))
    }
  }
}

function onAnswerFailed(activityId: number, answer: Answer, error: unknown, toast: ShowToast): void {
  leaveCall(activityId)
  if (isApiError(error, 'subscription_required') && (answer === 'video' || answer === 'audio')) requirePremium(activityId, answer)
  else onClaimFailed(answer, error, toast)
}

function onClaimFailed(answer: Answer, error: unknown, toast: ShowToast): void {
  dispatch({ type: 'answerLost' })
  // Another device was faster, or the ring is over: the list shows which.
  if (isApiError(error, 'answered_elsewhere', 'ring_over', 'not_found')) void cache.invalidate(keys.activities)
  else if (answer === 'dismiss')
    toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: residentTexts.ring.dismissFailed, ofRing: true })
}

/** Answers or ignores a ring during a call: the call continues, and the chat is in the list. */
export async function answerDuringCall(activityId: number, handledType: 'message' | 'dismissed', toast: ShowToast): Promise<void> {
  const t = residentTexts.ring
  try {
    cache.updateActivity(await claim(activityId, handledType))
    toast({ kind: 'success', title: handledType === 'message' ? t.chatWaits : t.dismissedToast })
  } catch (error) {
    if (isApiError(error, 'answered_elsewhere', 'ring_over', 'not_found')) void cache.invalidate(keys.activities)
    else toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: t.answerFailed })
  }
}

/** Opens the devices and joins; errors are in the session's state and have their panels. */
async function startMedia(activityId: number, kind: CallKind): Promise<void> {
  markInCall(activityId)
  const active = activeSession.get()
  // A prepared session starts within the press itself, so that devices are requested before the page renders.
  const session = active?.activityId === activityId ? active.session : await sessionFor(activityId)
  await session.start(kind)
}

/** Decision 18: the visitor is offered chat, and does not learn about plans. */
export function requirePremium(activityId: number, wanted: CallKind): void {
  outbox.send({ type: 'call_response', visitorId: activityId, accepted: false, reasonCode: 'subscription_required' })
  dispatch({ type: 'premiumRequired', wanted })
}

/** Late call back: calls a visitor who is in a chat or rang recently; the visitor may join or not. */
export function callBack(activityId: number, kind: CallKind): void {
  outbox.send(acceptFrame(activityId, kind))
  dispatch({ type: 'joined', activityId, kind })
  void startMedia(activityId, kind)
}

/** Returns to this session's call after a reload. */
export function returnToCall(activityId: number, kind: CallKind): void {
  dispatch({ type: 'joined', activityId, kind })
  void startMedia(activityId, kind)
}

/** Takes over a call without a holder. */
export function takeOver(activityId: number, kind: CallKind): void {
  outbox.send({ type: 'join_call', activityId, kind })
  returnToCall(activityId, kind)
}

function leaveCall(activityId: number): void {
  closeSession(activityId)
  unmarkInCall(activityId)
}

/** Stops the tracks first, then sends the End. The toast waits for the server's confirmation. */
export function endCall(activityId: number): void {
  leaveCall(activityId)
  endingCalls.add(activityId)
  outbox.send({ type: 'call_response', visitorId: activityId, accepted: false })
  dispatch({ type: 'callEnded', activityId })
}

/** Handles an intent that the server refused for good or never acknowledged. */
export const onIntentLost =
  (toast: ShowToast): LostHandler =>
  (intent, code, message) => {
    if (isEnd(intent)) {
      const isFailure = endingCalls.delete(intent.visitorId) && !NOTHING_TO_END.includes(code)
      if (isFailure) toast({ kind: 'failure', ...callTexts.endFailed })
    } else if (intent.type === 'call_response' && intent.accepted) onCallBackFailed(intent.visitorId, code, message, toast)
  }

/** A call back that failed before a call existed: returns to the chat. */
function onCallBackFailed(activityId: number, code: ErrorCode | 'expired', message: string | undefined, toast: ShowToast): void {
  if (!isInCall(activityId) || callNow(activityId)) return
  closeSession(activityId)
  dispatch({ type: 'chatOpened', activityId })
  if (code === 'subscription_required') return
  toast({ kind: 'failure', title: residentTexts.common.errorTitle, text: message ?? residentTexts.common.unexpected })
}

/** The call has ended, on either side. @param before its last known state */
export function onCallEnded(activityId: number, before: CallView | undefined, toast: ShowToast): void {
  leaveCall(activityId)
  const isOurs = endingCalls.delete(activityId)
  if (!isOurs && !isInCall(activityId)) return
  if (!isOurs && before?.state === 'offered') {
    onCallBackDeclined(activityId, before, toast)
    return
  }
  dispatch({ type: 'callEnded', activityId })
  toast({ kind: 'success', title: callTexts.callEnded })
}

/** The visitor did not join: returns to the chat. A visitor who is away has not declined. */
function onCallBackDeclined(activityId: number, { visitorAway }: CallView, toast: ShowToast): void {
  dispatch({ type: 'chatOpened', activityId })
  const visitor = cache.activity(activityId)
  const title = visitorAway || !visitor ? callTexts.callEnded : residentTexts.chat.prefersWriting(nameOf(visitor))
  toast({ kind: visitorAway ? 'success' : 'message', title })
}

/** "Continue with chat": ends the call and opens the chat. */
export function continueWithChat(activityId: number): void {
  leaveCall(activityId)
  outbox.send({ type: 'call_response', visitorId: activityId, accepted: false })
  dispatch({ type: 'chatOpened', activityId })
}
