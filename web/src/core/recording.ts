/** The page's texts and marks about the recording of its call (docs/product/decisions.md, 19), on either side. */
import type { RecordingEnd, RecordingView } from '#proto/entities.ts'
import { isPageVisible, onVisibilityChange } from './page-events.ts'

type Recording = RecordingView | null | undefined

/** Shown once when a recording begins or ends. `kept`: some of it was recorded. */
export type RecordingAnnouncement =
  | { readonly kind: 'started'; readonly keptUntil: string }
  | { readonly kind: 'ended'; readonly reason: RecordingEnd; readonly kept: boolean; readonly keptUntil: string }

/** Whether the page shows the REC mark: already while both pages confirm it, before the recording starts. */
export const hasRecMark = (recording: Recording): recording is Extract<RecordingView, { state: 'starting' | 'on' }> =>
  recording?.state === 'starting' || recording?.state === 'on'

/** @returns the text after a change. A page whose first state of a recording is its end shows none. */
export function announcementOf(before: Recording, now: Recording): RecordingAnnouncement | undefined {
  if (hasRecMark(now)) {
    const isKnown = hasRecMark(before) && before.id === now.id
    return isKnown ? undefined : { kind: 'started', keptUntil: now.keptUntil }
  }
  if (now?.state !== 'off' || !before || before.state === 'off') return undefined
  return { kind: 'ended', reason: now.reason, kept: now.startedAt !== null, keptUntil: now.keptUntil }
}

/** Whether a call that has ended was being recorded until then. */
export const endedWithCall = (recording: Recording): boolean =>
  recording?.state === 'on' || (recording?.state === 'off' && recording.reason === 'call_ended' && recording.startedAt !== null)

/**
 * Runs once when the present content of the page has been painted: the first frame after the change, and the one after it, which only
 * comes once the first is drawn. A hidden page draws nothing, so that it waits until it is visible.
 * @returns the cancel function
 */
export function whenPainted(run: () => void): () => void {
  let frame = 0
  const stop = () => {
    cancelAnimationFrame(frame)
    unsubscribe()
  }
  const wait = () => {
    cancelAnimationFrame(frame)
    if (!isPageVisible()) return
    frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        stop()
        run()
      })
    })
  }
  const unsubscribe = onVisibilityChange(wait)
  wait()
  return stop
}
