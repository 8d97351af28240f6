import { BellSlashIcon, ChatCircleDotsIcon, type Icon, PhoneDisconnectIcon, PhoneIcon, VideoCameraIcon } from '@phosphor-icons/react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { classes } from '../../ui/primitives.tsx'
import styles from './answers.module.css'
import { ringsTexts } from './en-rings.ts'

const t = sharedTexts.ring

export type AnswerPress = 'video' | 'audio' | 'message' | 'dismiss'
type Choice = { readonly answer: AnswerPress; readonly label: string; readonly icon: Icon; readonly weight: 'fill' | 'regular' }

const VIDEO: Choice = { answer: 'video', label: t.video, icon: VideoCameraIcon, weight: 'fill' }
const AUDIO: Choice = { answer: 'audio', label: t.audio, icon: PhoneIcon, weight: 'fill' }
const MESSAGE: Choice = { answer: 'message', label: t.message, icon: ChatCircleDotsIcon, weight: 'fill' }
const IGNORE: Choice = { answer: 'dismiss', label: t.ignore, icon: BellSlashIcon, weight: 'regular' }
const DISCONNECT: Choice = { answer: 'dismiss', label: ringsTexts.disconnect, icon: PhoneDisconnectIcon, weight: 'regular' }

type Props = {
  readonly isLarge: boolean
  readonly messageFirst: boolean
  readonly handled: boolean
  /** Ignore is for all who have the ring, and says so. */
  readonly isForEveryone: boolean
  /** The pending answer. */
  readonly pending: AnswerPress | undefined
  readonly onPress: (answer: AnswerPress) => void
}

/** The four answers: the first one filled, Ignore quiet; "Disconnect" once the ring is handled (docs/product/specification.md, 2). */
export function AnswerButtons({ isLarge, messageFirst, handled, isForEveryone, pending, onPress }: Props) {
  const calls = messageFirst ? [MESSAGE, VIDEO, AUDIO] : [VIDEO, AUDIO, MESSAGE]
  const choices = [...calls, handled || (pending && pending !== 'dismiss') ? DISCONNECT : IGNORE]
  return (
    <div className={classes(styles.answers, isLarge && styles.large)}>
      {choices.map(({ answer, label, icon: Picture, weight }, index) => (
        <button
          key={answer}
          type="button"
          className={styles.answer}
          data-kind={index === 0 ? 'main' : answer === 'dismiss' ? 'quiet' : 'other'}
          aria-disabled={pending !== undefined && answer !== 'dismiss'}
          aria-busy={pending === answer}
          onClick={() => onPress(answer)}
        >
          <Picture size={isLarge ? 32 : 24} weight={weight} aria-hidden />
          <span className={styles.label}>
            <span>{label}</span>
            {isForEveryone && label === t.ignore ? <small>{` ${t.forEveryone}`}</small> : null}
          </span>
        </button>
      ))}
    </div>
  )
}
