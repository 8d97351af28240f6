import { SpeakerHighIcon, SpeakerSlashIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import { ringsTexts } from './en-rings.ts'
import styles from './rings.module.css'

const t = ringsTexts

type Props = {
  readonly over: boolean
  readonly silenced: boolean
  readonly blocked: boolean
  readonly onSilence: () => void
  readonly onSound: () => void
  /** Further buttons of the row. */
  readonly children?: ReactNode
}

/** "Silence" silences this device only; a browser that refused to play shows "Tap for sound". */
export function SoundButtons({ over, silenced, blocked, onSilence, onSound, children }: Props) {
  return (
    <div className={styles.foot}>
      {!over && silenced ? (
        <span role="status">
          <SpeakerSlashIcon size={18} aria-hidden />
          <span>{t.silenced}</span>
        </span>
      ) : null}
      {!over && !silenced && blocked ? (
        <button type="button" className={styles.sound} onClick={onSound}>
          <SpeakerHighIcon size={18} aria-hidden />
          <span>{t.tapForSound}</span>
        </button>
      ) : null}
      {!over && !silenced ? (
        <button type="button" onClick={onSilence}>
          <SpeakerSlashIcon size={18} aria-hidden />
          <span>{t.silence}</span>
        </button>
      ) : null}
      {over ? null : children}
    </div>
  )
}
