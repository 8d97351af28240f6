/** The recordings of one visit, in its details. */
import { useEffect } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { storedRecordingTexts } from './en-recordings.ts'
import { useRecordingsOf } from './queries.ts'
import { RecordingItem } from './recording-item.tsx'
import { RecordingPlayer } from './recording-player.tsx'
import styles from './recordings.module.css'

const t = storedRecordingTexts

type Props = {
  readonly activityId: number
  /** How many recordings the activity has, as its row says. */
  readonly count: number
  readonly onPlay: (recordingId: string) => void
}

export function VisitRecordings({ activityId, count, onPlay }: Props) {
  const recordings = useRecordingsOf(activityId)
  const shown = recordings.data?.length ?? count
  if (!shown) return null
  return (
    <section className={styles.ofVisit} aria-label={t.ofVisit(shown)}>
      <h3>{t.ofVisit(shown)}</h3>
      {recordings.data ? (
        <ul className={styles.list}>
          {recordings.data.map((recording) => (
            <RecordingItem key={recording.id} recording={recording} onPlay={() => onPlay(recording.id)} />
          ))}
        </ul>
      ) : recordings.isError ? (
        <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void recordings.refetch()} />
      ) : (
        <Skeleton />
      )}
    </section>
  )
}

type PlayerProps = { readonly activityId: number; readonly recordingId: string; readonly onClose: () => void }

/** Beside the details and not in them, which are mounted again when the window crosses their breakpoint. */
export function VisitRecordingPlayer({ activityId, recordingId, onClose }: PlayerProps) {
  const { data } = useRecordingsOf(activityId)
  const recording = data?.find(({ id }) => id === recordingId)
  const isGone = data !== undefined && !recording?.url
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  return recording?.url ? <RecordingPlayer recording={recording} url={recording.url} onClose={onClose} /> : null
}
