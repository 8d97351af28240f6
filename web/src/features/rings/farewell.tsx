import { CheckCircleIcon, DeviceMobileIcon, UserIcon } from '@phosphor-icons/react'
import styles from './rings.module.css'

export type FarewellWords = { readonly text: string; readonly kind: 'answered' | 'gone' | 'mine' }

const ICONS = { answered: DeviceMobileIcon, gone: UserIcon, mine: CheckCircleIcon }

/** In place of the buttons, for 2 s: who answered, or that the visitor has left. */
export function FarewellLine({ words }: { words: FarewellWords }) {
  const Picture = ICONS[words.kind]
  return (
    <p className={styles.over} role="status" data-tone={words.kind === 'gone' ? 'quiet' : 'good'}>
      <Picture size={36} aria-hidden />
      {words.text}
    </p>
  )
}
