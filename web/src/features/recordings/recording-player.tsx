/** Plays a recording over the page, with the browser's own controls. */
import { DownloadSimpleIcon, XIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useId, useRef, useState, type VideoHTMLAttributes } from 'react'
import type { StoredRecording } from '#proto/recording.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { isCutOff } from '../../core/reach.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, IconButton } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { storedRecordingTexts } from './en-recordings.ts'
import styles from './recordings.module.css'

const t = storedRecordingTexts

type PlayerProps = { readonly recording: StoredRecording; readonly url: string; readonly onClose: () => void }

export function RecordingPlayer({ recording, url, onClose }: PlayerProps) {
  const id = useId()
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const isOffline = isCutOff(useReach())
  const now = useNow()
  const Media = recording.kind
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return (
    <Dialog labelledBy={id} className={styles.player} focus={media} onEscape={onClose} onOutside={onClose}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{t.of(visitorNameOf(recording))}</h2>
          <p>{`${activityTime(recording.startedAt, now)} · ${recording.doorLabel}`}</p>
        </div>
        <IconButton look="quiet" label={sharedTexts.common.close} onClick={onClose}>
          <XIcon size={20} aria-hidden />
        </IconButton>
      </div>
      {isFailed ? (
        <ErrorState text={isOffline ? t.playOffline : t.playFailed} retry={sharedTexts.common.retry} onRetry={retry} />
      ) : (
        <Media
          key={attempt}
          ref={media}
          src={url}
          {...(recording.kind === 'video' ? pictureOf(recording) : {})}
          controls
          autoPlay
          preload="metadata"
          aria-labelledby={id}
          onError={() => setFailed(true)}
        >
          <track kind="captions" />
        </Media>
      )}
      <div className={styles.below}>
        <Button icon={<DownloadSimpleIcon size={20} aria-hidden />} href={url} download>
          {t.download}
        </Button>
      </div>
    </Dialog>
  )
}

/** The poster is also the background: a browser takes it away when playing begins, which may be before there is a frame. */
function pictureOf({ posterUrl }: StoredRecording): VideoHTMLAttributes<HTMLVideoElement> {
  return posterUrl ? { poster: posterUrl, style: { backgroundImage: `url(${posterUrl})` }, playsInline: true } : { playsInline: true }
}
