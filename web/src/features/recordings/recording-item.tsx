/** One recording in a list: its picture, its description, until when it is stored, and its actions. */
import { DownloadSimpleIcon, PhoneIcon, PlayIcon, TrashIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { type ReactNode, useState } from 'react'
import type { StoredRecording } from '#proto/recording.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import { writeBytes } from '../../ui/bytes.ts'
import { classes, IconButton, Spinner } from '../../ui/primitives.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { activityTime, calendarDate, duration } from '../../ui/time.ts'
import { Tip } from '../../ui/tip.tsx'
import { useNow } from '../../ui/use-now.ts'
import { storedRecordingTexts } from './en-recordings.ts'
import { useRemoveRecording } from './queries.ts'
import styles from './recordings.module.css'

const t = storedRecordingTexts

type ItemProps = {
  readonly recording: StoredRecording
  /** A link to its visit; without one the recording is in the visit's details, with a large picture. */
  readonly visit?: ReactNode
  readonly onPlay: () => void
}

export function RecordingItem({ recording, visit, onPlay }: ItemProps) {
  const [isRemoving, setRemoving] = useState(false)
  const remove = useRemoveRecording()
  const isLive = recording.state === 'recording'
  const startedAt = activityTime(recording.startedAt, useNow())
  const name = visitorNameOf(recording)
  return (
    <li className={classes(styles.recording, !visit && styles.large)}>
      <Picture recording={recording} isLarge={!visit} label={t.play(name, startedAt)} onPlay={onPlay} />
      <div className={styles.text}>
        <strong>{visit ?? startedAt}</strong>
        {visit ? <span>{startedAt}</span> : null}
        <span role={recording.state === 'ready' ? undefined : 'status'}>{factsOf(recording)}</span>
        <span>{t.keptUntil(calendarDate(recording.expiresAt))}</span>
      </div>
      <div className={styles.ways}>
        {recording.url ? <DownloadLink url={recording.url} label={t.downloadOf(name, startedAt)} /> : null}
        <IconButton look="quiet" label={t.removeOf(name, startedAt)} onClick={() => setRemoving(true)}>
          <TrashIcon size={20} aria-hidden />
        </IconButton>
      </div>
      {isRemoving ? (
        <RemoveDialog
          name=""
          texts={isLive ? { ...t, removeText: t.removeLiveText } : t}
          onRemove={() => remove.mutateAsync(recording)}
          onClose={() => setRemoving(false)}
        />
      ) : null}
    </li>
  )
}

/** "Video · 2 min 14 s · 12.4 MB", else the state. */
function factsOf({ state, kind, seconds, bytes }: StoredRecording): string {
  if (state !== 'ready') return t.states[state]
  return [t.kind[kind], sharedTexts.activity.length(seconds), writeBytes(bytes)].join(' · ')
}

type PictureProps = { readonly recording: StoredRecording; readonly isLarge: boolean; readonly label: string; readonly onPlay: () => void }

function Picture({ recording, isLarge, label, onPlay }: PictureProps) {
  if (recording.state === 'failed')
    return (
      <div className={styles.picture}>
        <WarningCircleIcon className={styles.problem} size={26} weight="fill" aria-hidden />
      </div>
    )
  if (!recording.url)
    return (
      <div className={styles.picture} aria-hidden="true">
        <Spinner label="" />
      </div>
    )
  return (
    <button type="button" className={styles.picture} aria-label={label} onClick={onPlay}>
      {recording.posterUrl && isLarge ? <img className={styles.copy} src={recording.posterUrl} alt="" loading="lazy" /> : null}
      {recording.posterUrl ? (
        <img src={recording.posterUrl} alt="" loading="lazy" />
      ) : (
        <PhoneIcon className={styles.audio} size={30} aria-hidden />
      )}
      <span className={styles.play} aria-hidden="true">
        <PlayIcon size={18} weight="fill" />
      </span>
      <small aria-hidden="true">{duration(recording.seconds)}</small>
    </button>
  )
}

/** A link like the icon buttons beside it. The response names the file. */
function DownloadLink({ url, label }: { readonly url: string; readonly label: string }) {
  return (
    <Tip text={label}>
      <a className={styles.download} href={url} download aria-label={label}>
        <DownloadSimpleIcon size={20} aria-hidden />
      </a>
    </Tip>
  )
}
