/**
 * Owns the resident's live call: the media session, this tab's lock, the answers, the unconfirmed ends, and the socket's frames
 * about rings and calls. Components read its stores and call its methods; nothing else keeps state of a call.
 */
import type { CallKind, CallView } from '#proto/entities.ts'
import type { ErrorCode } from '#proto/errors.ts'
import type { Api } from '../../core/api.ts'
import { isEnd, type LostHandler, type Outbox } from '../../core/outbox.ts'
import type { AccountCache } from '../../core/query-cache.ts'
import { announcementOf, endedWithCall } from '../../core/recording.ts'
import type { Connection } from '../../core/socket.ts'
import type { Sounds } from '../../core/sounds.ts'
import type { KeyValues } from '../../core/storage.ts'
import { type Answers, acceptFrame, createAnswers } from './answer.ts'
import { type CallCode, type CallSessions, createCallSessions } from './call-sessions.ts'
import type { LiveStore } from './live-store.ts'
import type { CallNotice } from './notice.ts'
import { createTabLock, type TabLock } from './tab-lock.ts'
import { isInCall, type LiveEvent } from './transitions.ts'

export type CallController = Pick<Answers, 'answer' | 'answerDuringCall' | 'requirePremium'> & {
  readonly session: CallSessions['active']
  readonly tabLock: Pick<TabLock, 'holds' | 'isFree'>
  /** Subscribes to the signed-in user's rings and calls. @returns the stop function, which ends this page's part in a call */
  readonly start: () => () => void
  readonly screen: LiveStore['screen']
  /** Changes the screen alone. */
  readonly show: (event: LiveEvent) => void
  readonly silence: (activityId: number) => void
  /** "Not me": it stops on all devices of this account, and rings on for the others of the household. */
  readonly pass: (activityId: number) => Promise<void>
  /** Loads the call code ahead of a press. */
  readonly preload: () => Promise<unknown>
  /** A ring that was shown is over: its prepared media is closed. */
  readonly closePrepared: () => void
  /** Late call back: calls a visitor who is in a chat or rang recently; the visitor may join or not. */
  readonly callBack: (activityId: number, kind: CallKind) => void
  /** Returns to this session's call after a reload, or takes it over from another page of this browser. */
  readonly returnTo: (activityId: number, kind: CallKind) => void
  /** Takes over a call without a holder. */
  readonly takeOver: (activityId: number, kind: CallKind) => void
  /** Opens the camera of an audio call, in the handler of a press: it is a video call from then on. A refused camera changes nothing. */
  readonly addVideo: (activityId: number) => Promise<void>
  /** Another device or page has the call. */
  readonly leaveBehind: (activityId: number) => void
  /** Closes the view of a call that is live elsewhere. */
  readonly close: (activityId: number) => void
  /** "Continue with chat": ends the call and opens the chat. */
  readonly continueWithChat: (activityId: number) => void
  /** Stops the tracks first, then sends the End. The notice waits for the server's confirmation. */
  readonly end: (activityId: number) => void
  /** Does not take a freed call over on this page; another device still can. */
  readonly refuse: (activityId: number) => void
  /** Asks the visitor whether the call may be recorded (docs/product/decisions.md, 19). */
  readonly startRecording: (activityId: number) => void
  /** Stops the recording, or withdraws the question. */
  readonly stopRecording: (activityId: number) => void
  /** The REC mark is on this page's screen. */
  readonly reportRecMark: (activityId: number, recordingId: string) => void
}

export type CallControllerDeps = {
  readonly api: Api
  readonly cache: AccountCache
  readonly connection: Connection
  readonly outbox: Outbox
  readonly sounds: Pick<Sounds, 'unlock'>
  readonly store: LiveStore
  readonly storage: KeyValues
  readonly locks: LockManager | undefined
  readonly loadCallCode: () => Promise<CallCode>
  readonly notify: (notice: CallNotice) => void
}

/** Errors of an End that mean there is nothing left to end. */
const NOTHING_TO_END: readonly (ErrorCode | 'expired')[] = ['answered_elsewhere', 'ring_over', 'not_found', 'call_not_there', 'ring_closed']

/** Errors of a Stop that mean there is nothing left to stop. */
const NOTHING_TO_STOP: typeof NOTHING_TO_END = [...NOTHING_TO_END, 'recording_over', 'seat_taken']

export function createCallController(deps: CallControllerDeps): CallController {
  const { cache, connection, outbox, store, notify } = deps
  const tabLock = createTabLock(deps.storage, deps.locks)
  const sessions = createCallSessions({
    connection,
    tabLock,
    loadCallCode: deps.loadCallCode,
    videoMissed: (activityId) => {
      if (isHere(activityId)) sendVideo(activityId)
    },
  })
  const answers = createAnswers({ ...deps, sessions })
  /** Calls that this page has ended and the server has not confirmed yet. */
  const endingCalls = new Set<number>()
  const isHere = (activityId: number) => isInCall(store.screen(), activityId)

  function join(activityId: number, kind: CallKind, takeOver = false): void {
    store.send({ type: 'joined', activityId, kind })
    void sessions.join(activityId, kind, takeOver)
  }
  /** Whether this page has data that a ring is answered or over; a busy page may have them before it reads `call_prepare`. */
  const isPrepareLate = (activityId: number) =>
    store.call(activityId) !== undefined || (cache.activity(activityId)?.outcome ?? null) !== null
  const sendVideo = (activityId: number) => outbox.send(acceptFrame(activityId, 'video'))
  const sendEnd = (visitorId: number) => outbox.send({ type: 'call_response', visitorId, accepted: false })

  /** Handles an intent that the server refused permanently or never acknowledged. */
  const onIntentLost: LostHandler = (intent, code, message) => {
    if (isEnd(intent)) {
      if (endingCalls.delete(intent.visitorId) && !NOTHING_TO_END.includes(code)) notify({ kind: 'endFailed' })
    } else if (intent.type === 'call_response' && intent.accepted) onCallBackFailed(intent.visitorId, code, message)
    else if (intent.type === 'recording_start') notify({ kind: 'recordingRefused', message })
    else if (intent.type === 'recording_stop' && !NOTHING_TO_STOP.includes(code)) notify({ kind: 'recordingNotStopped' })
  }
  /** A call back that failed before a call existed: returns to the chat. */
  function onCallBackFailed(activityId: number, code: ErrorCode | 'expired', message: string | undefined): void {
    if (!isHere(activityId) || store.call(activityId)) return
    sessions.close(activityId)
    store.send({ type: 'chatOpened', activityId })
    if (code !== 'subscription_required') notify({ kind: 'callBackFailed', message })
  }
  function onCallState(call: CallView): void {
    const before = store.call(call.activityId)
    store.callReceived(call)
    sessions.cancelPrepare(call.activityId)
    answers.confirm(call)
    if (isHere(call.activityId)) onRecordingChanged(call, before)
    if (call.kind === 'video') onVideo(call)
    if (call.state === 'ended') onCallEnded(call, before)
  }
  /** Shows an audio call as the video call that it has become. Its video is what this page may have added itself. */
  function onVideo({ activityId, state }: CallView): void {
    const screen = store.screen()
    if (state === 'ended' || screen.mode !== 'audioCall' || screen.activityId !== activityId) return
    sessions.of(activityId)?.becomeVideo()
    store.send({ type: 'videoAdded', activityId })
  }
  /** Shows why a recording has ended; one that ends with its call is in that call's notice. */
  function onRecordingChanged({ activityId, recording }: CallView, before: CallView | undefined): void {
    const said = announcementOf(before?.recording, recording)
    if (said?.kind !== 'ended' || said.reason === 'call_ended') return
    notify({ kind: 'recordingEnded', reason: said.reason, kept: said.kept, visitor: cache.activity(activityId) })
  }
  /** The call has ended, on either side. @param before its last known state */
  function onCallEnded({ activityId, recording }: CallView, before: CallView | undefined): void {
    sessions.leave(activityId)
    const isOurs = endingCalls.delete(activityId)
    if (!isOurs && !isHere(activityId)) return
    if (!isOurs && before?.state === 'offered') {
      onCallBackDeclined(activityId, before)
      return
    }
    store.send({ type: 'callEnded', activityId })
    notify({ kind: 'callEnded', isRecorded: endedWithCall(recording ?? before?.recording) })
  }
  /** The visitor did not join: returns to the chat. A visitor who is away has not declined. */
  function onCallBackDeclined(activityId: number, { visitorAway }: CallView): void {
    store.send({ type: 'chatOpened', activityId })
    const visitor = cache.activity(activityId)
    notify(visitorAway || !visitor ? { kind: 'callBackMissed', visitorAway } : { kind: 'callBackDeclined', visitor })
  }

  function subscribe(): readonly (() => void)[] {
    return [
      connection.on('doorbell_ring', ({ activity }) => {
        cache.updateActivity(activity)
        outbox.send({ type: 'receipt', activityId: activity.id, state: 'delivered' })
      }),
      connection.on('activity_changed', ({ activity }) => {
        if (activity.outcome !== null) sessions.cancelPrepare(activity.id)
        cache.updateActivity(activity)
      }),
      connection.on('call_prepare', ({ activityId }) => {
        if (!isPrepareLate(activityId)) sessions.prepare(activityId)
      }),
      connection.on('call_state', ({ call }) => onCallState(call)),
      outbox.onLost(onIntentLost),
      sessions.start(),
    ]
  }
  return {
    ...answers,
    session: sessions.active,
    tabLock,
    start: () => {
      const unsubscribes = subscribe()
      return () => {
        for (const unsubscribe of unsubscribes) unsubscribe()
        endingCalls.clear()
        store.reset()
      }
    },
    screen: store.screen,
    show: store.send,
    silence: store.silence,
    pass: async (activityId) => {
      try {
        cache.updateActivity(await deps.api.call('doorbell.silence', { id: activityId }))
      } catch {
        notify({ kind: 'passFailed' })
        return
      }
      sessions.cancelPrepare(activityId)
      store.send({ type: 'ringPassed', activityId })
    },
    preload: sessions.preload,
    closePrepared: () => sessions.close(),
    callBack: (activityId, kind) => {
      outbox.send(acceptFrame(activityId, kind))
      join(activityId, kind)
    },
    returnTo: (activityId, kind) => join(activityId, kind, true),
    takeOver: (activityId, kind) => {
      outbox.send({ type: 'join_call', activityId, kind })
      join(activityId, kind)
    },
    addVideo: async (activityId) => {
      // The frame follows the camera: where that is refused, nothing reaches the visitor.
      if (!(await sessions.of(activityId)?.addVideo()) || !isHere(activityId)) return
      sendVideo(activityId)
      store.send({ type: 'videoAdded', activityId })
    },
    refuse: (activityId) => {
      store.refuse(activityId)
      store.send({ type: 'closed' })
    },
    leaveBehind: (activityId) => {
      tabLock.release(activityId)
      store.send({ type: 'leftBehind', activityId })
    },
    close: (activityId) => {
      sessions.close(activityId)
      store.send({ type: 'closed' })
    },
    continueWithChat: (activityId) => {
      sessions.leave(activityId)
      sendEnd(activityId)
      store.send({ type: 'chatOpened', activityId })
    },
    end: (activityId) => {
      sessions.leave(activityId)
      endingCalls.add(activityId)
      sendEnd(activityId)
      store.send({ type: 'callEnded', activityId })
    },
    startRecording: (activityId) => outbox.send({ type: 'recording_start', activityId }),
    stopRecording: (activityId) => outbox.send({ type: 'recording_stop', activityId }),
    reportRecMark: (activityId, recordingId) => void connection.send({ type: 'recording_shown', activityId, recordingId }),
  }
}
