/** All recordings with their storage and limits, in the doorbell's settings. */
import { FilmStripIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { RecordingStatus } from '#proto/recording.ts'
import { useRecordingStatus } from '../../core/queries/recording.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useZone } from '../../core/use-zone.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import { writeBytes } from '../../ui/bytes.ts'
import { Card, CardHead, EmptyState, ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { storedRecordingTexts } from './en-recordings.ts'
import { useRecordings } from './queries.ts'
import { RecordingItem } from './recording-item.tsx'
import { RecordingPlayer } from './recording-player.tsx'
import styles from './recordings.module.css'

const t = storedRecordingTexts

/** @param linkTo the address of a visit's details */
export function RecordingsCard({
  className,
  linkTo,
}: {
  readonly className: string | undefined
  readonly linkTo: (activityId: number) => string
}) {
  useZone()
  const status = useRecordingStatus()
  const recordings = useRecordings()
  const list = recordings.data?.pages.flatMap(({ items }) => items)
  const [playedId, setPlayedId] = useState<string>()
  const played = list?.find(({ id }) => id === playedId)
  // A recording takes less than the pieces that it is made of.
  const states = list?.map(({ id, state }) => `${id} ${state}`).join()
  const { refetch } = status
  useEffect(() => {
    if (states !== undefined) void refetch()
  }, [states, refetch])
  // Without Premium the card is hidden, unless earlier recordings are still stored.
  if (status.data?.unavailable === 'subscription_required' && !list?.length) return null
  const isFailed = recordings.isError || status.isError
  const retry = () => void Promise.all([recordings.refetch(), status.refetch()])
  return (
    <Card className={className} label={t.title}>
      <CardHead title={t.title} />
      {status.data ? <Storage status={status.data} /> : null}
      {isFailed ? <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={retry} /> : null}
      {!isFailed && (!list || !status.data) ? <Skeleton /> : null}
      {list && !list.length && status.data ? (
        <EmptyState icon={<FilmStripIcon size={30} aria-hidden />} title={t.empty} text={t.emptyText} />
      ) : null}
      {list?.length ? (
        <ul className={styles.list}>
          {list.map((recording) => (
            <RecordingItem
              key={recording.id}
              recording={recording}
              visit={<Link to={linkTo(recording.activityId)}>{visitorNameOf(recording)}</Link>}
              onPlay={() => setPlayedId(recording.id)}
            />
          ))}
        </ul>
      ) : null}
      {recordings.hasNextPage ? (
        <Button className={styles.more} loading={recordings.isFetchingNextPage} onClick={() => void recordings.fetchNextPage()}>
          {recordings.isFetchingNextPage ? sharedTexts.activity.loadingOlder : sharedTexts.activity.older}
        </Button>
      ) : null}
      {played?.url ? <RecordingPlayer recording={played} url={played.url} onClose={() => setPlayedId(undefined)} /> : null}
    </Card>
  )
}

/** How much of the account's storage is used, and the limits of a recording. */
function Storage({ status }: { readonly status: RecordingStatus }) {
  const { usedBytes, maxBytes, maxSeconds, keptDays, unavailable } = status
  const used = t.used(writeBytes(usedBytes), writeBytes(maxBytes))
  const isFull = unavailable === 'storage_full'
  return (
    <div className={styles.storage}>
      <meter className={styles.meter} aria-label={t.storage} aria-valuetext={used} max={maxBytes} value={usedBytes} data-full={isFull}>
        {used}
      </meter>
      <p>
        <strong>{used}</strong>
        {isFull ? <span>{` ${t.full}`}</span> : null}
      </p>
      {unavailable && unavailable !== 'storage_full' ? <p role="status">{t.unavailable[unavailable]}</p> : null}
      {unavailable === 'subscription_required' ? null : <p>{t.limits(maxSeconds / 60, keptDays)}</p>}
    </div>
  )
}
