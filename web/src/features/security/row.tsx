/** A row of the cards: an icon, a text, and actions. */
import type { ReactNode } from 'react'
import type { Tone } from '../../ui/primitives.tsx'
import styles from './security.module.css'

type Props = {
  readonly icon: ReactNode
  readonly tone?: Tone
  readonly title: string
  readonly text?: ReactNode
  /** Below the text. */
  readonly below?: ReactNode
  /** At the end of the row. */
  readonly children?: ReactNode
}

export function Sign({ icon, tone = 'neutral' }: Pick<Props, 'icon' | 'tone'>) {
  return (
    <span className={styles.sign} data-tone={tone} aria-hidden>
      {icon}
    </span>
  )
}

export function Row({ icon, tone, title, text, below, children }: Props) {
  return (
    <li className={styles.row}>
      <Sign icon={icon} tone={tone} />
      <div className={styles.what}>
        <strong>{title}</strong>
        {text ? <small>{text}</small> : null}
        {below}
      </div>
      {children}
    </li>
  )
}
