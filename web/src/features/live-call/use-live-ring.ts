/** Derives the shown ring from the list of activities; the socket only updates that list (docs/product/decisions.md, 8). */
import { useEffect, useRef, useState } from 'react'
import type { Activity } from '#proto/entities.ts'
import { isPageVisible, onVisibilityChange } from '../../core/page-events.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { isCutOff } from '../../core/reach.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import { useCallController } from './call-context.ts'
import { useCallView, useScreen } from './live-store.ts'
import { endedMessageOf, liveRings } from './rings.ts'
import type { EndedMessage, Live } from './transitions.ts'

/** A ring's end arrives by its frame within this time. */
const NEWS_WITHIN_MS = 2_000
/** How long the ended message is shown. */
const ENDED_MESSAGE_MS = 2_000

/** The live rings; evaluated again when the first of them ends. */
function useRings(activities: readonly Activity[]): readonly Activity[] {
  const { clock } = useServices()
  const [, again] = useState(0)
  const rings = liveRings(activities, clock.now())
  const ends = rings.map((ring) => ring.endsAt ?? '').sort()[0]
  useEffect(() => {
    if (!ends) return
    const timer = setTimeout(() => again((count) => count + 1), clock.until(ends) + 50)
    return () => clearTimeout(timer)
  }, [ends, clock])
  return rings
}

/** Reports to the visitor that this ring was seen, once the page is visible. */
function useSeenReceipt(ringingId: number | undefined): void {
  const { outbox } = useServices()
  useEffect(() => {
    if (ringingId === undefined) return
    const sendReceipt = () => {
      if (isPageVisible()) outbox.send({ type: 'receipt', activityId: ringingId, state: 'seen' })
    }
    sendReceipt()
    return onVisibilityChange(sendReceipt)
  }, [ringingId, outbox])
}

/** Whether the screen only says that a call is on elsewhere, or can be taken over. A call of this session takes precedence over rings. */
function useIsOffered(screen: Live): boolean {
  const { sessionId } = useValue(useServices().connection.state)
  const away = (screen.mode === 'videoCall' || screen.mode === 'audioCall') && screen.step === 'away'
  const call = useCallView(away ? screen.activityId : undefined)
  return call !== undefined && call.holder?.session !== sessionId
}

/**
 * The list has a test ring only while it is live: without a socket its end is recognized by its time, or by its absence. It also loses a
 * ring of another home that this account is no longer a member of.
 */
function useLostRing(screen: Live, listed: Activity | undefined, isAtHome: boolean): void {
  const { clock } = useServices()
  const controller = useCallController()
  const activityId = screen.mode === 'ringing' && screen.step.name !== 'over' ? screen.activityId : undefined
  const isGone = activityId !== undefined && !listed
  const endsAt = listed?.test ? listed.endsAt : undefined
  useEffect(() => {
    if (activityId === undefined || (!isGone && !endsAt)) return
    const end = () => controller.show({ type: 'ringOver', activityId, endedMessage: { kind: isAtHome ? 'missed' : 'withdrawn' } })
    const timer = setTimeout(end, isGone ? 0 : clock.until(endsAt ?? '') + NEWS_WITHIN_MS)
    return () => clearTimeout(timer)
  }, [activityId, isGone, endsAt, isAtHome, controller, clock])
}

/** Without network, a ring's end is recognized by its time: no device can answer it any more, and its outcome is loaded later. */
function useUnknownEnd(screen: Live, listed: Activity | undefined): void {
  const { clock } = useServices()
  const controller = useCallController()
  const isCut = isCutOff(useReach())
  const activityId = screen.mode === 'ringing' && screen.step.name !== 'over' ? screen.activityId : undefined
  const endsAt = listed && !listed.test && listed.outcome === null ? listed.endsAt : undefined
  useEffect(() => {
    if (!isCut || activityId === undefined || !endsAt) return
    const end = () => {
      // This camera and microphone are no longer needed.
      controller.closePrepared()
      controller.show({ type: 'ringOver', activityId, endedMessage: { kind: 'unknown' } })
    }
    const timer = setTimeout(end, clock.until(endsAt))
    return () => clearTimeout(timer)
  }, [isCut, activityId, endsAt, controller, clock])
}

/** "Not me" was pressed on a device of this account. */
function usePassedRing(ring: Activity | undefined): void {
  const controller = useCallController()
  const passed = ring?.silenced && ring.outcome === null ? ring.id : undefined
  useEffect(() => {
    if (passed === undefined) return
    controller.closePrepared()
    controller.show({ type: 'ringPassed', activityId: passed })
  }, [passed, controller])
}

/** The result of a test, and an end that is unknown or shown late, are closed by a press. */
const staysOpen = ({ kind, stays }: EndedMessage): boolean => kind === 'tested' || kind === 'unknown' || stays === true

/** @returns all live rings, the shown one, and the others. */
export function useLiveRing(activities: readonly Activity[]) {
  const controller = useCallController()
  const screen = useScreen()
  const rings = useRings(activities)
  const ringingId = screen.mode === 'ringing' ? screen.activityId : undefined
  const listed = ringingId === undefined ? undefined : activities.find(({ id }) => id === ringingId)
  // The list drops a test ring at its end, and a ring of a home that was left; the result in its modal is still to be read.
  const last = useRef(listed)
  if (listed) last.current = listed
  const shown = listed ?? (last.current?.id === ringingId ? last.current : undefined)
  const first = rings[0]?.id
  const offered = useIsOffered(screen)
  const idle = screen.mode === 'main' || screen.mode === 'message' || offered

  // A ring whose chat is open does not open the modal, which would hide the chat.
  const asking = idle && first !== undefined && !(screen.mode === 'message' && screen.activityId === first)
  useEffect(() => {
    if (asking && first !== undefined) controller.show({ type: 'rang', activityId: first })
  }, [asking, first, controller])

  const answering = screen.mode === 'ringing' && screen.step.name === 'answering'
  useEffect(() => {
    const endedMessage = shown && !answering ? endedMessageOf(shown) : undefined
    if (shown && endedMessage) controller.show({ type: 'ringOver', activityId: shown.id, endedMessage })
  }, [shown, answering, controller])

  usePassedRing(listed)
  useLostRing(screen, listed, !shown?.home)
  useUnknownEnd(screen, listed)

  const ended = screen.mode === 'ringing' && screen.step.name === 'over' ? screen.step.endedMessage : undefined
  // Or until the next ring.
  const over = ended !== undefined && !(staysOpen(ended) && first === undefined)
  useEffect(() => {
    if (!over) return
    controller.closePrepared()
    const timer = setTimeout(() => controller.show({ type: 'endedMessageSeen' }), ENDED_MESSAGE_MS)
    return () => clearTimeout(timer)
  }, [over, controller])

  useSeenReceipt(ringingId)
  return { shown, later: rings.filter((ring) => ring.id !== ringingId), rings }
}
