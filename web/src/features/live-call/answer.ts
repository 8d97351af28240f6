/** The resident's answer to a ring: claimed at the server, repeated while the network is lost, confirmed by the first frame or response. */
import { type Activity, type CallKind, type CallView, type HandledType, VOCABULARY } from '#proto/entities.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import type { Outbox } from '../../core/outbox.ts'
import { type AccountCache, keys } from '../../core/query-cache.ts'
import type { Connection } from '../../core/socket.ts'
import type { Sounds } from '../../core/sounds.ts'
import type { CallSessions } from './call-sessions.ts'
import type { LiveStore } from './live-store.ts'
import type { CallNotice } from './notice.ts'
import { type Answer, isInCall } from './transitions.ts'

export type Answers = {
  /**
   * Answers a live ring. The frame goes first because it reaches the visitor fastest; the API request is the claim that counts
   * (docs/product/decisions.md, 10: a repeated claim of the same session returns the same result).
   */
  readonly answer: (activityId: number, answer: Answer) => Promise<void>
  /** Answers or ignores a ring during a call: the call continues, and the chat is in the list. */
  readonly answerDuringCall: (activityId: number, handledType: 'message' | 'dismissed') => Promise<void>
  /** docs/product/decisions.md, 18: the visitor is offered chat, and gets no message about plans. */
  readonly requirePremium: (activityId: number, wanted: CallKind) => void
  /** A call held by this session confirms the answer, often before the claim's response. */
  readonly confirm: (call: CallView) => void
}

type Deps = {
  readonly api: Api
  readonly cache: AccountCache
  readonly connection: Connection
  readonly outbox: Outbox
  readonly sounds: Pick<Sounds, 'unlock'>
  readonly store: LiveStore
  readonly sessions: CallSessions
  readonly notify: (notice: CallNotice) => void
}

/** A claim without a response is retried this long, and as long as its ring lives: the modal says that it will be sent. */
const CLAIM_TIMEOUT = 30_000
/** If the result arrives later than this, the resident may no longer be looking. */
const LATE_AFTER = 5_000
const CLAIM_RETRY_AFTER = 1_000
const isCallKind = (answer: Answer): answer is CallKind => answer === 'video' || answer === 'audio'

export const acceptFrame = (visitorId: number, communicationType: CallKind) =>
  ({ type: 'call_response', visitorId, accepted: true, communicationType }) as const

/** A ring's whole life: both times are the server's. */
const lifeOf = (ring: Activity | undefined): number => (ring?.endsAt ? Date.parse(ring.endsAt) - Date.parse(ring.timestamp) : 0)

/** Retries until there is a response: a lost request may have been stored, and a repeated claim returns the same result. */
async function claim({ api, cache }: Pick<Deps, 'api' | 'cache'>, id: number, handledType: HandledType) {
  const begun = performance.now()
  const timeout = Math.max(CLAIM_TIMEOUT, lifeOf(cache.activity(id)))
  for (;;) {
    try {
      return await api.call('doorbell.handle', { id, handledType }, { timeout: 5_000 })
    } catch (error) {
      if (!isApiError(error, 'network', 'unavailable', 'internal', 'limited') || performance.now() - begun > timeout) throw error
      await new Promise((resolve) => setTimeout(resolve, (error.retryAfter ?? 0) * 1_000 || CLAIM_RETRY_AFTER))
    }
  }
}

export function createAnswers({ api, cache, connection, outbox, sounds, store, sessions, notify }: Deps): Answers {
  const isTest = (activityId: number) => cache.activity(activityId)?.test === true
  function requirePremium(activityId: number, wanted: CallKind): void {
    // A test ring has no visitor to offer a chat to.
    if (!isTest(activityId))
      outbox.send({ type: 'call_response', visitorId: activityId, accepted: false, reasonCode: 'subscription_required' })
    store.send({ type: 'premiumRequired', wanted })
  }
  function claimFailed(error: unknown, onOther: () => void): void {
    // Another device was faster, or the ring is over: the list shows which.
    if (isApiError(error, 'answered_elsewhere', 'ring_over', 'not_found')) void cache.invalidate(keys.activities)
    else onOther()
  }
  function answerFailed(activityId: number, answer: Answer, error: unknown, late: boolean): void {
    sessions.leave(activityId)
    if (isApiError(error, 'subscription_required') && isCallKind(answer)) {
      requirePremium(activityId, answer)
      return
    }
    store.send({ type: 'answerLost', late })
    claimFailed(error, () => answer === 'dismiss' && notify({ kind: 'dismissFailed' }))
  }
  /** It seemed over and the media was closed, but the answer had counted: its response was lost. */
  function isGivenUp(activityId: number): boolean {
    const screen = store.screen()
    return screen.mode === 'ringing' && screen.activityId === activityId && screen.step.name === 'over'
  }
  return {
    requirePremium,
    answer: async (activityId, answer) => {
      const pressedAt = performance.now()
      store.send({ type: 'pressed', answer })
      sounds.unlock()
      if (isCallKind(answer) && !isTest(activityId)) {
        if (connection.state.get().registered) connection.send(acceptFrame(activityId, answer))
        void sessions.join(activityId, answer)
      }
      try {
        const answered = await claim({ api, cache }, activityId, VOCABULARY[answer].handledType)
        cache.updateActivity(answered)
        if (answered.test) {
          store.send({ type: 'ringOver', activityId, endedMessage: { kind: 'tested', answer } })
          return
        }
        if (!isCallKind(answer)) sessions.close(activityId)
        else if (isGivenUp(activityId)) void sessions.join(activityId, answer)
        store.send({ type: 'taken', activityId, answer })
        if (answer === 'dismiss') notify({ kind: 'ringDismissed', duringCall: false })
      } catch (error) {
        if (!isInCall(store.screen(), activityId)) answerFailed(activityId, answer, error, performance.now() - pressedAt > LATE_AFTER)
      }
    },
    answerDuringCall: async (activityId, handledType) => {
      try {
        cache.updateActivity(await claim({ api, cache }, activityId, handledType))
        notify(handledType === 'message' ? { kind: 'chatWaits' } : { kind: 'ringDismissed', duringCall: true })
      } catch (error) {
        claimFailed(error, () => notify({ kind: 'answerFailed' }))
      }
    },
    confirm: ({ activityId, state, holder }) => {
      const screen = store.screen()
      if (screen.mode !== 'ringing' || screen.activityId !== activityId || screen.step.name !== 'answering') return
      const { answer } = screen.step
      const isOurs = state !== 'ended' && state !== 'offered' && holder?.session === connection.state.get().sessionId
      if (isOurs && isCallKind(answer)) store.send({ type: 'taken', activityId, answer })
    },
  }
}
