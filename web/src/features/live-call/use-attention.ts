/** Effects of a live ring on the device: chime, blinking title, wake lock, fast heartbeats, delayed toasts. */
import { useEffect } from 'react'
import { isEnd } from '../../core/outbox.ts'
import { useActivity } from '../../core/queries/activities.ts'
import { doorSound } from '../../core/queries/doors.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { holdWakeLock } from '../../core/wake-lock.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { liveTexts } from './en-live-call.ts'
import { useScreen, useSilenced } from './live-store.ts'
import { hasSound } from './rings.ts'

/** Alternates the page's title while it rings: a visible signal where the sound is not heard. */
function useBlinkingTitle(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const title = document.title
    let lit = false
    const timer = setInterval(() => {
      lit = !lit
      document.title = lit ? liveTexts.blink : title
    }, 1_000)
    return () => {
      clearInterval(timer)
      document.title = title
    }
  }, [on])
}

export function useAttention(): { readonly soundBlocked: boolean } {
  const { connection, outbox, queryClient, sounds } = useServices()
  const { setMode } = useToasts()
  const screen = useScreen()
  const ringing = screen.mode === 'ringing' && screen.step.name !== 'over'
  const silenced = useSilenced(screen.mode === 'ringing' ? screen.activityId : undefined)
  const ring = useActivity(screen.mode === 'ringing' ? screen.activityId : undefined)
  // Silent if silenced here, or if the owner's preferences say so (`alerts`).
  const attracts = ringing && !silenced && screen.step.name !== 'answering'
  const chiming = attracts && ring !== undefined && hasSound(ring)
  const inCall = screen.mode === 'videoCall' || screen.mode === 'audioCall'
  const soundBlocked = useValue(sounds.blocked)
  // The sounds of another home's doors are its owner's.
  const sound = doorSound(queryClient, ring?.home ? undefined : ring?.doorId)
  useEffect(() => (chiming ? sounds.startRinging(sound) : undefined), [chiming, sound, sounds])
  useBlinkingTitle(attracts)
  useEffect(() => {
    setMode(screen.mode === 'ringing' ? 'ring' : inCall ? 'call' : 'page')
  }, [screen.mode, inCall, setMode])
  const isLive = ringing || inCall
  // An unconfirmed End is as urgent as the call: the socket reconnects without back-off.
  const isEnding = useValue(outbox.pending).some(isEnd)
  useEffect(() => connection.setLive(isLive || isEnding), [isLive, isEnding, connection])
  useEffect(() => (isLive ? holdWakeLock() : undefined), [isLive])
  return { soundBlocked }
}
