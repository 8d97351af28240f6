/** Plays a film over the page, with the browser's own controls. */
import { DownloadSimpleIcon, XIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useId, useRef, useState, type VideoHTMLAttributes } from 'react'
import type { Film } from '#proto/recording.ts'
import { useReach } from '../../core/queries/use-reach.ts'
import { isCutOff } from '../../core/reach.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState, IconButton } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { filmTexts } from './en-films.ts'
import styles from './films.module.css'

const t = filmTexts

type PlayerProps = { readonly film: Film; readonly url: string; readonly onClose: () => void }

export function FilmPlayer({ film, url, onClose }: PlayerProps) {
  const id = useId()
  const media = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [isFailed, setFailed] = useState(false)
  const isOffline = isCutOff(useReach())
  const now = useNow()
  const Media = film.kind
  const retry = () => {
    setFailed(false)
    setAttempt(attempt + 1)
  }
  return (
    <Dialog labelledBy={id} className={styles.player} focus={media} onEscape={onClose} onOutside={onClose}>
      <div className={styles.head}>
        <div>
          <h2 id={id}>{t.of(visitorNameOf(film))}</h2>
          <p>{`${activityTime(film.startedAt, now)} · ${film.doorLabel}`}</p>
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
          {...(film.kind === 'video' ? pictureOf(film) : {})}
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
function pictureOf({ posterUrl }: Film): VideoHTMLAttributes<HTMLVideoElement> {
  return posterUrl ? { poster: posterUrl, style: { backgroundImage: `url(${posterUrl})` }, playsInline: true } : { playsInline: true }
}
