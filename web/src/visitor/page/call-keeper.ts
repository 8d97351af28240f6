/** Fetches the call code while it rings, and follows the page's state with one CallSession (decision 17, states). */
import type { CallKind } from '#proto/entities.ts'
import type { CallSession } from '../../core/media/call-session.ts'
import { canCall, isPermitted } from '../../core/media/support.ts'
import type { Connection } from '../../core/socket.ts'
import type { Sounds } from '../../core/sounds.ts'
import { createStore, type Store } from '../../core/store.ts'
import { vibrate } from '../../core/vibrate.ts'
import { holdWakeLock } from '../../core/wake-lock.ts'
import type { PageEvent, PageState } from '../state/page-state.ts'

export type CallKeeper = {
  /** Null while the call code is not here, or not needed. */
  readonly session: Store<CallSession | null>
  /** `return`: loaded during a call without remembered permission, waits for one tap. */
  readonly entry: Store<'none' | 'starting' | 'return' | 'in'>
  /** In the handler of a tap. */
  readonly turnOn: (kind: CallKind) => Promise<void>
  readonly turnOff: () => Promise<void>
  /** The one button "Return to the call". */
  readonly returnToCall: () => void
  readonly follow: (before: PageState, after: PageState) => void
  /** Stops every track, at once. */
  readonly stop: () => void
}

type Parts = { readonly connection: Connection; readonly dispatch: (event: PageEvent) => void; readonly sounds: Sounds }

export function createCallKeeper({ connection, sounds }: Parts): CallKeeper {
  const session = createStore<CallSession | null>(null)
  const entry = createStore<'none' | 'starting' | 'return' | 'in'>('none')
  let activityId = 0
  let kind: CallKind = 'video'
  let coming: Promise<CallSession | null> | undefined
  let wake: (() => void) | undefined

  async function fetchSession(): Promise<CallSession | null> {
    const wanted = activityId
    const { CallSession } = await import('../../core/media/call-session.ts')
    if (wanted !== activityId || !coming) return null
    const made = CallSession.create({ connection, activityId, side: 'visitor' })
    session.set(made)
    return made
  }
  function ensure(): Promise<CallSession | null> {
    coming ??= fetchSession().catch(() => {
      // The call code did not come; the next need asks again.
      coming = undefined
      return null
    })
    return coming
  }
  function stop(): void {
    const open = session.get()
    coming = undefined
    session.set(null)
    entry.set('none')
    open?.close()
  }

  async function enter(how: 'answered' | 'joined' | 'resumed'): Promise<void> {
    entry.set('starting')
    const made = await ensure()
    const isOpen = made?.state.get().local.microphone.state === 'on' || made?.state.get().local.camera.state === 'on'
    const allowed = isOpen || (await isAllowed(kind))
    if (!made || made !== session.get()) return
    if (how === 'resumed' && !allowed) return entry.set('return')
    entry.set('in')
    await made.start(kind, { openDevices: allowed })
  }

  connection.on('call_prepare', (frame) => {
    if (frame.activityId === activityId && canCall()) void ensure().then((made) => made?.prepare())
  })

  return {
    session,
    entry,
    turnOn: async (asked) => {
      const made = session.get() ?? (await ensure())
      await made?.openDevices(asked)
    },
    turnOff: async () => session.get()?.closeDevices(),
    returnToCall: () => {
      entry.set('in')
      void session.get()?.start(kind, { openDevices: true })
    },
    follow: (before, after) => {
      const { screen, visit } = after
      if (visit && visit.id !== activityId) {
        stop()
        activityId = visit.id
      }
      const isAwake = screen.at === 'waiting' || screen.at === 'call'
      if (isAwake) wake ??= holdWakeLock()
      else {
        wake?.()
        wake = undefined
      }
      if (screen.at === 'waiting' && visit?.offersCamera && canCall()) void ensure()
      if (screen.at === 'call' && before.screen.at !== 'call' && screen.entered === 'answered') greet(sounds)
      if (screen.at === 'call' && entry.get() === 'none' && canCall() && canEnter(after)) {
        kind = screen.kind
        void enter(screen.entered)
      }
      if (screen.at === 'chat' && before.screen.at === 'waiting') greet(sounds)
      if (screen.at !== 'call' && screen.at !== 'waiting') stop()
      if (visit && before.visit?.id === visit.id && isNewReceipt(before.visit, visit)) vibrate('tick')
    },
    stop,
  }
}

/** A late call is there for media only once the house has taken the Join. */
function canEnter({ screen, call }: PageState): boolean {
  return screen.at === 'call' && (screen.entered !== 'joined' || call?.state !== 'offered')
}

function greet(sounds: Sounds): void {
  sounds.play('connected')
  vibrate('answer')
}

async function isAllowed(kind: CallKind): Promise<boolean> {
  const permitted = await Promise.all([isPermitted('microphone'), kind === 'audio' || isPermitted('camera')])
  return permitted.every(Boolean)
}

type Receipts = { readonly delivered: boolean; readonly seen: boolean }
const isNewReceipt = (before: Receipts, after: Receipts) => (after.delivered && !before.delivered) || (after.seen && !before.seen)
