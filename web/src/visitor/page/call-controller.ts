/**
 * Owns the visitor's call: loads the call code while it rings, and drives one CallSession by the page's state
 * (docs/product/decisions.md, 17).
 */
import type { CallKind } from '#proto/entities.ts'
import { randomId } from '../../core/ids.ts'
import type { CallSession } from '../../core/media/call-session.ts'
import type { MediaState } from '../../core/media/media-state.ts'
import { canCall, isPermitted } from '../../core/media/support.ts'
import type { Connection } from '../../core/socket.ts'
import type { Sounds } from '../../core/sounds.ts'
import { createStore, type Store } from '../../core/store.ts'
import { vibrate } from '../../core/vibrate.ts'
import { holdWakeLock } from '../../core/wake-lock.ts'
import type { Screen, VisitState } from '../state/visit-state.ts'
import { createSpeakingTab, type TabRole } from './speaking-tab.ts'

export type VisitorCallController = {
  /** Null while the call code is not loaded or not needed. */
  readonly session: Store<CallSession | null>
  /** `return`: the page was loaded during a call without remembered permission, so it waits for one tap. */
  readonly entry: Store<'none' | 'starting' | 'return' | 'in'>
  /** In the handler of a tap. */
  readonly turnOn: (kind: CallKind) => Promise<void>
  readonly turnOff: () => Promise<void>
  /** "Return to the call": in the handler of a tap. */
  readonly returnToCall: () => void
  readonly applyState: (before: VisitState, after: VisitState) => void
  /** Stops every track immediately. */
  readonly stop: () => void
}

type Deps = { readonly connection: Connection; readonly sounds: Sounds }

export function createVisitorCallController({ connection, sounds }: Deps): VisitorCallController {
  const session = createStore<CallSession | null>(null)
  const entry = createStore<'none' | 'starting' | 'return' | 'in'>('none')
  /** For a page that cannot call; a CallSession has its own message. */
  const peerId = randomId()
  let activityId = 0
  let kind: CallKind = 'video'
  let loading: Promise<CallSession | null> | undefined
  // As after a press, except for the devices, which were not requested in this tab.
  const tab = createSpeakingTab(navigator.locks, () => void session.get()?.start(kind, { openDevices: false }))
  let releaseWakeLock: (() => void) | undefined

  async function fetchSession(): Promise<CallSession | null> {
    const wanted = activityId
    const { CallSession } = await import('../../core/media/call-session.ts')
    if (wanted !== activityId || !loading) return null
    const created = CallSession.create({ connection, activityId, side: 'visitor' })
    session.set(created)
    created.state.subscribe(() => {
      if (created === session.get()) tab.set(roleOf(created.state.get()), activityId)
    })
    return created
  }
  function ensureSession(): Promise<CallSession | null> {
    loading ??= fetchSession().catch(() => {
      // The call code failed to load; the next use tries again.
      loading = undefined
      return null
    })
    return loading
  }
  function stop(): void {
    const open = session.get()
    loading = undefined
    session.set(null)
    entry.set('none')
    tab.set('none', activityId)
    open?.close()
  }

  /** Otherwise the resident would wait for a browser that never joins. Repeated for each state: a moved or later call lacks it. */
  function reportNoCalls(): void {
    const request = { op: 'permission', state: 'unsupported' } as const
    connection.send({ type: 'media_request', requestId: randomId(), activityId, peerId, request })
  }

  async function enter(how: 'answered' | 'joined' | 'resumed'): Promise<void> {
    entry.set('starting')
    const entered = kind
    const created = await ensureSession()
    const isOpen = created?.state.get().local.microphone.state === 'on' || created?.state.get().local.camera.state === 'on'
    const allowed = isOpen || (await isAllowed(entered))
    if (!created || created !== session.get()) return
    if (how === 'resumed' && !allowed) return entry.set('return')
    entry.set('in')
    const started = created.start(entered, { openDevices: allowed, isPress: how === 'joined' })
    // The audio call has become a video call meanwhile, whose camera may not be allowed.
    if (kind !== entered) await followVideo(created)
    await started
  }

  /** The resident has added video: the camera starts by itself only where permission was given before (docs/product/decisions.md, 17). */
  async function followVideo(open: CallSession): Promise<void> {
    open.becomeVideo()
    if ((await isAllowed('video')) && open === session.get()) await open.openPermitted()
  }

  connection.on('call_prepare', (frame) => {
    if (frame.activityId !== activityId) return
    if (canCall()) void ensureSession().then((created) => created?.prepare())
    else reportNoCalls()
  })
  connection.on('call_state', ({ call }) => {
    if (call.activityId === activityId && call.state !== 'ended' && call.state !== 'connected' && !canCall()) reportNoCalls()
  })

  return {
    session,
    entry,
    turnOn: async (asked) => {
      const created = session.get() ?? (await ensureSession())
      await created?.openDevices(asked)
    },
    turnOff: async () => session.get()?.closeDevices(),
    returnToCall: () => {
      entry.set('in')
      void session.get()?.start(kind, { openDevices: true })
    },
    applyState: (before, after) => {
      const { screen, visit } = after
      if (visit && visit.id !== activityId) {
        stop()
        activityId = visit.id
      }
      const isAwake = screen.at === 'waiting' || screen.at === 'call'
      if (isAwake) releaseWakeLock ??= holdWakeLock()
      else {
        releaseWakeLock?.()
        releaseWakeLock = undefined
      }
      if (screen.at === 'waiting' && visit?.offersCamera && canCall()) void ensureSession()
      if (screen.at === 'call' && before.screen.at !== 'call' && screen.entered === 'answered') signalAnswer(sounds)
      if (screen.at === 'call' && entry.get() === 'none' && canCall() && canEnter(after)) {
        kind = screen.kind
        void enter(screen.entered)
      } else if (isVideoAdded(before.screen, screen)) {
        kind = 'video'
        const open = session.get()
        if (open && entry.get() === 'in') void followVideo(open)
      }
      if (screen.at === 'chat' && before.screen.at === 'waiting') signalAnswer(sounds)
      if (screen.at !== 'call' && screen.at !== 'waiting') stop()
      if (visit && before.visit?.id === visit.id && isNewReceipt(before.visit, visit)) vibrate('tick')
    },
    stop,
  }
}

const roleOf = ({ phase, sends }: MediaState): TabRole => (phase !== 'live' ? 'none' : sends ? 'speaks' : 'listens')

const isVideoAdded = (before: Screen, after: Screen) =>
  before.at === 'call' && before.kind === 'audio' && after.at === 'call' && after.kind === 'video'

/** A late call accepts media only after the server has taken the Join. */
function canEnter({ screen, call }: VisitState): boolean {
  return screen.at === 'call' && (screen.entered !== 'joined' || call?.state !== 'offered')
}

function signalAnswer(sounds: Sounds): void {
  sounds.play('connected')
  vibrate('answer')
}

async function isAllowed(kind: CallKind): Promise<boolean> {
  const permitted = await Promise.all([isPermitted('microphone'), kind === 'audio' || isPermitted('camera')])
  return permitted.every(Boolean)
}

type Receipts = { readonly delivered: boolean; readonly seen: boolean }
const isNewReceipt = (before: Receipts, after: Receipts) => (after.delivered && !before.delivered) || (after.seen && !before.seen)
