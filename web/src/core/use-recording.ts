import { useEffect, useRef } from 'react'
import type { RecordingView } from '#proto/entities.ts'
import { announcementOf, type RecordingAnnouncement, whenPainted } from './recording.ts'
import { useBriefly } from './use-briefly.ts'

/** How long "This call is being recorded" is shown; the end has a longer text. */
const SHOWN_FOR: Readonly<Record<RecordingAnnouncement['kind'], number>> = { started: 4_000, ended: 7_000 }
const shownFor = ({ kind }: RecordingAnnouncement) => SHOWN_FOR[kind]

/** @returns what the page says about its call's recording now */
export function useRecordingAnnouncement(recording: RecordingView | null | undefined): RecordingAnnouncement | undefined {
  const [said, setSaid] = useBriefly(shownFor)
  const before = useRef(recording)
  useEffect(() => {
    const next = announcementOf(before.current, recording)
    before.current = recording
    if (next) setSaid(next)
  }, [recording, setSaid])
  return said
}

/**
 * For the component that is the REC mark: reports it once it is painted, and again on a new socket, because the first report may be lost.
 * @param report undefined where this page does not count: another one has the call or sends
 */
export function useMarkReport(recording: RecordingView, isRegistered: boolean, report: ((recordingId: string) => void) | undefined): void {
  const { id, state } = recording
  const newest = useRef(report)
  newest.current = report
  const isWanted = state === 'starting' && isRegistered && report !== undefined
  useEffect(() => (isWanted ? whenPainted(() => newest.current?.(id)) : undefined), [isWanted, id])
}
