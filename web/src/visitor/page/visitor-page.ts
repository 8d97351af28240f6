/** The page behind the panels: ring, poll, socket, chat and call of one visit. Components show its stores and call its functions. */
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { TIME } from '#proto/limits.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { createOutbox } from '../../core/outbox.ts'
import { serverClock } from '../../core/server-clock.ts'
import type { Connection } from '../../core/socket.ts'
import type { Sounds } from '../../core/sounds.ts'
import { createStore, type Store } from '../../core/store.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { type Failure, type PageEvent, type PageState, START, transition } from '../state/page-state.ts'
import type { Boot } from './boot.ts'
import { type CallKeeper, createCallKeeper } from './call-keeper.ts'
import { type ChatKeeper, createChatKeeper } from './chat-keeper.ts'
import { againFields, type Draft, fieldsOf, textsOf, typedOnly } from './draft.ts'
import { hearFrames } from './frames.ts'
import { createNotices, hearNotices, type Notices } from './notices.ts'
import { createPhotoKeeper, type PhotoKeeper } from './photo-keeper.ts'
import { freshKey, type RingFields, ring } from './ring.ts'
import { forgetDraft, keepDraft, recall, recallName, remember, withKeptDraft } from './storage.ts'

export type VisitorPage = {
  readonly boot: Boot
  readonly state: Store<PageState>
  readonly draft: Store<Draft>
  /** What the door is called now: the resident may rename it during a visit. */
  readonly label: Store<string | undefined>
  readonly connection: Connection
  readonly chat: ChatKeeper
  readonly calls: CallKeeper
  readonly photo: PhotoKeeper
  readonly notices: Notices
  /** Something of this browser's is stored at this door. */
  readonly hasLeft: Store<boolean>
  readonly dispatch: (event: PageEvent) => void
  readonly setDraft: (draft: Draft) => void
  /** Rings with the form, or with a chip that fills what is empty (decision 5). */
  readonly ring: (purpose?: Purpose) => void
  readonly callAgain: () => void
  /** The guest of an invite joins: rings the owner. */
  readonly joinInvite: () => void
  readonly cancel: () => void
  readonly tryAgain: () => void
  readonly hangUp: () => void
  readonly join: () => void
  readonly stay: () => void
  readonly close: () => void
}

export type VisitorPageParts = { readonly boot: Boot; readonly api: Api; readonly connection: Connection; readonly sounds: Sounds }

const POLLED: readonly PageState['screen']['at'][] = ['waiting', 'missed', 'sent', 'declined', 'chat', 'call', 'ended']

/** One press: its key, and what ends or tells its repeating. */
type Press = { readonly key: string; readonly signal: AbortSignal; readonly onRepeat: () => void }
const JOIN_LIMIT = 15_000

export function failureOf(error: unknown): Failure {
  const isOurs = isApiError(error) && error.code !== 'network' && error.code !== 'unknown'
  return isOurs ? { message: error.message, details: error.details } : { message: visitorTexts.ringFailed.text, details: {} }
}

export function createVisitorPage(parts: VisitorPageParts): VisitorPage {
  const { boot, api, connection, sounds } = parts
  const state = createStore<PageState>({ ...START, failure: boot.failure })
  const typed = withKeptDraft(boot.qrCodeId, boot.draft)
  const draft = createStore<Draft>({ ...typed, visitorName: typed.visitorName || recallName() })
  const label = createStore(boot.door?.label)
  const chat = createChatKeeper({ api, connection, onLeft: () => dispatch({ type: 'message_left' }) })
  const calls = createCallKeeper({ connection, dispatch: (event) => dispatch(event), sounds })
  const photo = createPhotoKeeper(api, boot.photo)
  const notices = createNotices()
  const hasLeft = createStore(boot.hasLeft)
  const outbox = createOutbox({ connection })
  const ends: (() => void)[] = []
  let sending: AbortController | undefined
  let nextKey = boot.idempotencyKey
  /** One for all presses: an answer lost on its way must not cost the guest the invite. */
  const inviteKey = boot.idempotencyKey ?? freshKey()

  function dispatch(event: PageEvent): void {
    const before = state.get()
    const after = transition(before, event)
    if (after === before) return
    state.set(after)
    follow(before, after)
  }

  /** What must be true of socket, chat, media and storage in each state. */
  function follow(before: PageState, after: PageState): void {
    const { visit, screen } = after
    if (visit && visit.id !== before.visit?.id) {
      connection.open({ as: 'visitor', activityId: visit.id, qrCodeId: visit.qrCodeId, visitorName: visit.visitorName })
    }
    if (!visit && before.visit) connection.close()
    if (visit && screen.at === 'form' && before.screen.at !== 'form') restoreDraft(visit)
    if (visit) {
      label.set(visit.doorLabel)
      hasLeft.set(true)
      chat.follow(visit)
    }
    connection.setLive(screen.at === 'waiting' || screen.at === 'call')
    calls.follow(before, after)
    const isAnswered = before.screen.at === 'waiting' && (screen.at === 'chat' || (screen.at === 'call' && screen.entered === 'answered'))
    if (isAnswered) notices.tell({ kind: 'turn', text: visitorTexts.accepted })
    else if (screen.at !== before.screen.at) notices.dropTurn()
    remember(after)
  }

  /** A page loaded during the visit has an empty form: the visit's texts and photo fill it (states: texts kept). */
  function restoreDraft(visit: VisitWithChat): void {
    if (!draft.get().message) draft.set(typedOnly(textsOf(visit)))
    if (visit.photoUrl) void photo.restore(visit.photoUrl)
  }

  /** An invite's guest has no bell (decision 30): Join is their ring. */
  const send = (fields: RingFields) =>
    press(({ key, signal, onRepeat }) => ring({ api, qrCodeId: boot.qrCodeId, fields, key, signal, onRepeat }))
  const joinInvite = (token: string) =>
    press(() => api.call('doorbell.join_invite', { token }, { idempotencyKey: inviteKey, timeout: JOIN_LIMIT }))

  async function press(place: (tools: Press) => Promise<VisitWithChat>): Promise<void> {
    if (state.get().ringing !== 'no') return
    const key = nextKey ?? freshKey()
    nextKey = undefined
    sending = new AbortController()
    const { signal } = sending
    sounds.unlock()
    dispatch({ type: 'ring_sent' })
    try {
      const onRepeat = () => dispatch({ type: 'ring_repeated' })
      const visit = await place({ key, signal, onRepeat })
      if (signal.aborted) return await withdraw(visit)
      forgetDraft()
      dispatch({ type: 'rung', visit })
      if (boot.invite) return
      // The answer to a ring is its confirmation: the frame `doorbell_ring_sent` says the same to who asks by frame (decision 6).
      for (const text of [visitorTexts.rung, visitorTexts.sent]) notices.tell({ kind: 'news', text })
      void photo.send(visit.id)
    } catch (error) {
      if (isApiError(error, 'door_inactive')) dispatch({ type: 'door_gone' })
      else if (!signal.aborted) dispatch({ type: 'ring_failed', failure: failureOf(error) })
    }
  }

  async function withdraw(visit: VisitWithChat): Promise<void> {
    try {
      dispatch({ type: 'visit_heard', visit: await api.call('doorbell.cancel', { id: visit.id }) })
    } catch {
      // The socket may still carry it; without either the ring ends by itself.
      outbox.send({ type: 'call_response', visitorId: visit.id, accepted: false })
    }
  }

  async function poll(): Promise<void> {
    const { visit, screen } = state.get()
    if (!visit || !POLLED.includes(screen.at)) return
    try {
      const heard = await api.call('doorbell.visit', { id: visit.id })
      if (connection.versions.pass('activity', heard.id, heard.version)) dispatch({ type: 'visit_heard', visit: heard })
    } catch (error) {
      if (isApiError(error, 'not_found', 'unauthenticated') && state.get().visit?.id === visit.id) await gone()
    }
  }

  /** Cookie expired or erased, or the code was rotated: the door says which. */
  async function gone(): Promise<void> {
    dispatch({ type: 'visit_gone' })
    try {
      label.set((await api.call('doorbell.public_door', { qrCodeId: boot.qrCodeId })).label)
    } catch (error) {
      if (isApiError(error, 'door_inactive')) dispatch({ type: 'door_gone' })
    }
  }

  async function restore(): Promise<void> {
    if (boot.now) serverClock.sawNow(boot.now)
    if (boot.visit) return dispatch({ type: 'visit_heard', visit: boot.visit })
    // A rendered page is the server's word that no visit is open; the hint helps only where nothing was rendered.
    const hint = boot.now ? undefined : recall(boot.qrCodeId)
    if (!hint) return
    const visit = await api.call('doorbell.visit', { id: hint.activityId }).catch(() => undefined)
    if (visit && visit.qrCodeId === boot.qrCodeId && state.get().ringing === 'no') dispatch({ type: 'visit_heard', visit })
    else remember(state.get())
  }

  /** "{name}'s phone is asleep": only a socket that hears can tell; the next registration tells the rest. */
  function tell(activityId: number): void {
    if (!connection.state.get().registered) return
    outbox.send({ type: 'receipt', activityId, state: document.visibilityState === 'visible' ? 'visible' : 'hidden' })
  }

  function watch(): void {
    const timer = setInterval(() => void poll(), TIME.visitPoll)
    const onShown = () => {
      const isShown = document.visibilityState === 'visible'
      const { visit, screen } = state.get()
      if (visit && screen.at === 'waiting') tell(visit.id)
      if (isShown) void poll()
    }
    document.addEventListener('visibilitychange', onShown)
    window.addEventListener('pageshow', onShown)
    ends.push(
      () => clearInterval(timer),
      () => document.removeEventListener('visibilitychange', onShown),
      () => window.removeEventListener('pageshow', onShown),
      hearFrames(connection, dispatch),
      ...hearNotices(connection, notices),
      outbox.onLost(({ type }, _, message) => {
        if (type === 'join_call' && message) notices.tell({ kind: 'problem', text: message })
      }),
      notices.close,
      connection.on('register_success', () => {
        const { visit } = state.get()
        if (visit && document.visibilityState !== 'visible') tell(visit.id)
      }),
    )
  }

  if (boot.page === 'inactive') state.set({ ...START, screen: { at: 'inactive' } })
  else {
    watch()
    void restore()
  }

  return {
    boot,
    state,
    draft,
    label,
    connection,
    chat,
    calls,
    photo,
    notices,
    hasLeft,
    dispatch,
    setDraft: (next) => {
      draft.set(next)
      keepDraft(boot.qrCodeId, next)
    },
    ring: (purpose) => void send(fieldsOf(draft.get(), purpose)),
    callAgain: () => {
      const { visit } = state.get()
      if (visit) void send(againFields(visit))
    },
    joinInvite: () => {
      if (boot.invite) void joinInvite(boot.invite.token)
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
      for (const end of ends) end()
      calls.stop()
      outbox.close()
      connection.close()
    },
  }
}
