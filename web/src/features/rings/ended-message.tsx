import { CheckCircleIcon, DeviceMobileIcon, UserIcon } from '@phosphor-icons/react'
import styles from './rings.module.css'

export type EndedText = { readonly text: string; readonly kind: 'answered' | 'gone' | 'mine' }

const ICONS = { answered: DeviceMobileIcon, gone: UserIcon, mine: CheckCircleIcon }

/** Replaces the buttons for 2 s: who answered, or that the visitor has left. */
export function EndedMessageLine({ message }: { message: EndedText }) {
  const Picture = ICONS[message.kind]
  return (
    <p className={styles.over} role="status" data-tone={message.kind === 'gone' ? 'quiet' : 'good'}>
      <Picture size={36} aria-hidden />
      <span>{message.text}</span>
    </p>
  )
}
