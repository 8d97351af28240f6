/** The visitor page's state and actions: ring, poll, socket, chat and call of one visit. Components read its stores. */
import type { VisitWithChat } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { createOutbox } from '../../core/outbox.ts'
import type { Connection } from '../../core/socket.ts'
import type { Sounds } from '../../core/sounds.ts'
import { openStorage } from '../../core/storage.ts'
import { createStore } from '../../core/store.ts'
import { visitorTexts } from '../en-visitor.ts'
import { clearDraft } from '../form/saved-draft.ts'
import { type Failure, START, type VisitEvent, type VisitState, visitTransition } from '../state/visit-state.ts'
import { createVisitorCallController } from './call-controller.ts'
import { createChatController } from './chat-controller.ts'
import { againFields, ringFieldsOf, textsOf, typedOnly } from './draft.ts'
import type { FormPage } from './form-page.ts'
import { keptIntents } from './kept-chat.ts'
import { loadStage } from './load-stage.ts'
import { createPhotoController } from './photo-controller.ts'
import { forgetKey, keepKey, unansweredKey } from './press-key.ts'
import { cancelRing, isUncertain, joinInvite, newIdempotencyKey, type Press, type RingFields, ring } from './ring.ts'
import { subscribeToFrames } from './socket-frames.ts'
import { loadVisitHint, saveState } from './storage.ts'
import { createVisitorToasts, subscribeToasts } from './toasts.ts'
import type { HydratedPage, Stage } from './visitor-page.ts'

export type VisitorPageDeps = {
  readonly form: FormPage
  readonly api: Api
  readonly connection: Connection
  readonly sounds: Sounds
  /** Chosen in the form's file field before this code was loaded. */
  readonly photo: File | undefined
}

/** The server's time, accurate to a second (its Date header). */
const CLOCK_ERROR = 2_000
const POLLED: readonly VisitState['screen']['at'][] = ['waiting', 'missed', 'sent', 'declined', 'chat', 'call', 'ended']

/** The server's message, else the sentence of docs/product/specification.md, 8. */
export function failureOf(error: unknown): Failure {
  const isOurs = isApiError(error) && error.isOurs
  return isOurs ? { message: error.message, details: error.details } : { message: visitorTexts.ringFailed.text, details: {} }
}

export function createVisitorPage(deps: VisitorPageDeps): HydratedPage {
  const { form, api, connection, sounds } = deps
  const { start, qrCodeId, state, label, draft, hasStoredData, clock } = form
  const ofTab = openStorage(() => window.sessionStorage)
  const chat = createChatController({
    api,
    connection,
    clock,
    first: start.visit,
    storage: ofTab,
    onMessageStored: () => dispatch({ type: 'message_left' }),
    onDraftRestored: () => dispatch({ type: 'writing', open: true }),
  })
  const calls = createVisitorCallController({ connection, sounds })
  const photo = createPhotoController({ api, connection, first: deps.photo })
  const stage = createStore<Stage | null>(null)
  const toasts = createVisitorToasts()
  const outbox = createOutbox({ connection, storage: keptIntents(ofTab) })
  const cleanups: (() => void)[] = []
  let isStarted = false
  let sending: AbortController | undefined
  /** Of the page's forms. */
  let firstKey: string | undefined = start.key

  function dispatch(event: VisitEvent): void {
    const before = state.get()
    const after = visitTransition(before, event)
    if (after === before) return
    state.set(after)
    applyState(before, after)
  }

  /** Brings socket, chat, media and storage in line with the new state. */
  function applyState(before: VisitState, after: VisitState): void {
    const { visit, screen } = after
    if (visit && visit.id !== before.visit?.id) {
      connection.open({ as: 'visitor', activityId: visit.id, qrCodeId: visit.qrCodeId, visitorName: visit.visitorName })
    }
    if (!visit && before.visit) chat.forget()
    // Without its cookie a socket is refused.
    if ((!visit && before.visit) || after.isCookieLost) connection.close()
    if (visit && screen.at === 'form' && before.screen.at !== 'form') restoreDraft(visit)
    if (visit) {
      label.set(visit.doorLabel)
      hasStoredData.set(true)
      chat.mergeVisit(visit)
    }
    connection.setLive(screen.at === 'waiting' || screen.at === 'call')
    calls.applyState(before, after)
    const isAnswered = before.screen.at === 'waiting' && (screen.at === 'chat' || (screen.at === 'call' && screen.entered === 'answered'))
    if (isAnswered) toasts.show({ kind: 'answer', text: visitorTexts.accepted })
    else if (screen.at !== before.screen.at) toasts.dismissAnswer()
    saveState(after)
  }

  function sendPhoto(): void {
    const { visit } = state.get()
    if (!visit) return
    void photo.send(visit.id, () => state.get().visit?.id === visit.id && state.get().screen.at === 'waiting')
  }

  /** Fills the form with the visit's texts and photo, since a page that was loaded during the visit has an empty one. */
  function restoreDraft(visit: VisitWithChat): void {
    if (!draft.get().message) draft.set(typedOnly(textsOf(visit)))
    if (visit.photoUrl) void photo.restore(visit.photoUrl)
  }

  const send = (fields: RingFields) => press((pressed) => ring({ api, qrCodeId, fields, ...pressed }))

  async function press(request: (press: Press) => Promise<VisitWithChat>): Promise<void> {
    if (state.get().ringing !== 'no') return
    const key = unansweredKey(form.action, ofTab) ?? firstKey ?? newIdempotencyKey()
    // One key for all presses of Join: if a reply is lost, the next press must not find the invite used.
    const keep = () => keepKey(form.action, key, start.page === 'invite', ofTab)
    firstKey = undefined
    keep()
    sending = new AbortController()
    const { signal } = sending
    const since = clock.now()
    sounds.unlock()
    dispatch({ type: 'ring_sent' })
    try {
      const onRepeat = () => {
        keep()
        dispatch({ type: 'ring_repeated' })
      }
      const onCrowded = () => dispatch({ type: 'ring_crowded' })
      const visit = await request({ key, signal, onRepeat, onCrowded })
      if (signal.aborted) return await withdrawGivenUp([visit])
      forgetKey(ofTab)
      clearDraft()
      dispatch({ type: 'rung', visit })
      if (!navigator.cookieEnabled) dispatch({ type: 'cookie_lost' })
      if (start.page === 'invite') return
      // The reply confirms the ring; the frame `doorbell_ring_sent` does so for clients that ring by frame (docs/product/decisions.md, 6).
      for (const text of [visitorTexts.rung, visitorTexts.sent]) toasts.show({ kind: 'info', text })
      sendPhoto()
    } catch (error) {
      if (start.page === 'invite' || signal.aborted || isUncertain(error)) keep()
      else forgetKey(ofTab)
      if (isApiError(error, 'door_inactive')) dispatch({ type: 'door_gone' })
      else if (signal.aborted) await withdrawUnanswered(since)
      else dispatch({ type: 'ring_failed', failure: failureOf(error) })
    }
  }

  async function withdraw(visit: VisitWithChat): Promise<void> {
    // By the socket too; if both fail, the ring times out.
    const bySocket = () => outbox.send({ type: 'call_response', visitorId: visit.id, accepted: false })
    try {
      dispatch({ type: 'visit_received', visit: await cancelRing(api, visit.id, bySocket) })
    } catch {
      bySocket()
    }
  }

  /** After a cancelled press: a try whose response was lost may have rung, and this browser then has the ring's cookie. */
  async function withdrawUnanswered(since: number): Promise<void> {
    const held = await api.call('doorbell.my_visits', { qrCodeId }).catch(() => [])
    const isOfPress = ({ outcome, timestamp }: VisitWithChat) => outcome === null && Date.parse(timestamp) >= since - CLOCK_ERROR
    await withdrawGivenUp(held.filter(isOfPress))
  }

  async function withdrawGivenUp(visits: readonly VisitWithChat[]): Promise<void> {
    // Another press in the meantime has the same key, so the ring belongs to it too: it stays, unless that press was cancelled as well.
    if (!sending?.signal.aborted || visits.length === 0) return
    forgetKey(ofTab)
    await Promise.all(visits.map(withdraw))
  }

  async function poll(): Promise<void> {
    const { visit, screen, isCookieLost } = state.get()
    if (!visit || !POLLED.includes(screen.at)) return
    // Without the cookie no update can be read; after the ring's end the form returns.
    if (isCookieLost && isLive(visit)) return
    try {
      const fetched = await api.call('doorbell.visit', { id: visit.id })
      if (connection.versions.pass('activity', fetched.id, fetched.version)) dispatch({ type: 'visit_received', visit: fetched })
    } catch (error) {
      if (isApiError(error, 'not_found', 'unauthenticated') && state.get().visit?.id === visit.id) await lost(visit)
    }
  }

  function isLive({ endsAt }: VisitWithChat): boolean {
    return state.get().screen.at === 'waiting' && Boolean(endsAt && clock.until(endsAt) > 0)
  }

  /**
   * A live ring is not found after its door or account was deleted, or if this browser stores no cookies: the door's state decides. If the
   * door exists, a form would only ring a second time.
   */
  async function lost(visit: VisitWithChat): Promise<void> {
    if (!isLive(visit)) return await gone()
    try {
      await api.call('doorbell.public_door', { qrCodeId })
    } catch (error) {
      if (isApiError(error, 'door_inactive') && state.get().visit?.id === visit.id) dispatch({ type: 'door_gone' })
      // Otherwise it is not known: the next poll asks again.
      return
    }
    if (state.get().visit?.id === visit.id && isLive(visit)) dispatch({ type: 'cookie_lost' })
  }

  /** The visit is not found (cookie expired, erased, or code rotated): loads the door to find out which. */
  async function gone(): Promise<void> {
    dispatch({ type: 'visit_gone' })
    try {
      label.set((await api.call('doorbell.public_door', { qrCodeId })).label)
    } catch (error) {
      if (isApiError(error, 'door_inactive')) dispatch({ type: 'door_gone' })
    }
  }

  async function restore(): Promise<void> {
    if (start.visit) {
      applyState(START, state.get())
      return start.hasOlderMessages ? poll() : undefined
    }
    // A known door without a visit means that none is open; the hint is for pages that were rendered while its service was down.
    const hint = start.page === 'door' && !start.isKnown ? loadVisitHint(qrCodeId) : undefined
    if (!hint) {
      // Of a visit that is over, or was erased in another tab.
      chat.forget()
      return outbox.clear()
    }
    const visit = await api.call('doorbell.visit', { id: hint.activityId }).catch(() => undefined)
    if (visit && visit.qrCodeId === qrCodeId && state.get().ringing === 'no') dispatch({ type: 'visit_received', visit })
    else saveState(state.get())
  }

  /** Reports whether the page is visible ("{name}'s phone is asleep"). Without a socket the next registration reports it. */
  function sendReceipt(activityId: number): void {
    if (!connection.state.get().registered) return
    outbox.send({ type: 'receipt', activityId, state: document.visibilityState === 'visible' ? 'visible' : 'hidden' })
  }

  function startUpdates(): void {
    const timer = setInterval(() => void poll(), TIME.visitPoll)
    const onShown = () => {
      const isShown = document.visibilityState === 'visible'
      const { visit, screen } = state.get()
      if (visit && screen.at === 'waiting') sendReceipt(visit.id)
      if (isShown) void poll()
    }
    document.addEventListener('visibilitychange', onShown)
    window.addEventListener('pageshow', onShown)
    cleanups.push(
      () => clearInterval(timer),
      () => document.removeEventListener('visibilitychange', onShown),
      () => window.removeEventListener('pageshow', onShown),
      subscribeToFrames(connection, dispatch),
      ...subscribeToasts(connection, toasts),
      outbox.onLost(({ type }, _, message) => {
        if (type === 'join_call' && message) toasts.show({ kind: 'error', text: message })
      }),
      toasts.close,
      connection.on('register_success', () => {
        const { visit } = state.get()
        // A page that is closed for a reload has reported that it is hidden.
        const isKept = outbox.pending.get().some(({ type }) => type === 'receipt')
        if (visit && (isKept || document.visibilityState !== 'visible')) sendReceipt(visit.id)
      }),
    )
  }

  return {
    ...form,
    connection,
    chat,
    calls,
    photo,
    sendPhoto,
    recording: {
      answer: (recordingId, allowed) => {
        const { visit } = state.get()
        if (visit) outbox.send({ type: 'recording_answer', activityId: visit.id, recordingId, allowed })
      },
      stop: () => {
        const { visit } = state.get()
        if (visit) outbox.send({ type: 'recording_stop', activityId: visit.id })
      },
      shown: (recordingId) => {
        const { visit } = state.get()
        if (visit) connection.send({ type: 'recording_shown', activityId: visit.id, recordingId })
      },
    },
    toasts,
    stage,
    loadStage: () => void loadStage(stage),
    dispatch,
    begin: () => {
      if (isStarted) return
      isStarted = true
      clock.observeNow(start.now)
      startUpdates()
      void restore()
    },
    ring: (texts, purpose) => void send(ringFieldsOf(texts, purpose)),
    callAgain: () => {
      const { visit } = state.get()
      if (visit) void send(againFields(visit))
    },
    joinInvite: () => {
      if (start.page !== 'invite') return
      const { token } = start
      void press((pressed) => joinInvite({ api, token, ...pressed }))
    },
    cancel: () => {
      const { visit, ringing } = state.get()
      calls.stop()
      if (ringing !== 'no') sending?.abort()
      if (visit && ringing === 'no') void withdraw(visit)
      dispatch({ type: ringing === 'no' ? 'cancelled' : 'ring_given_up' })
    },
    tryAgain: () => {
      const { visit } = state.get()
      if (visit) restoreDraft(visit)
      dispatch({ type: 'tried_again' })
    },
    hangUp: () => {
      const { visit } = state.get()
      calls.stop()
      if (visit) outbox.send({ type: 'call_response', visitorId: visit.id, accepted: false })
      dispatch({ type: 'hung_up' })
    },
    join: () => {
      const { visit, offer } = state.get()
      if (visit && offer) outbox.send({ type: 'join_call', activityId: visit.id, kind: offer })
      dispatch({ type: 'joined' })
    },
    stay: () => {
      const { visit } = state.get()
      if (visit) outbox.send({ type: 'call_response', visitorId: visit.id, accepted: false })
      dispatch({ type: 'stayed' })
    },
    close: () => {
      for (const cleanup of cleanups) cleanup()
      calls.stop()
      outbox.close()
      connection.close()
    },
  }
}
