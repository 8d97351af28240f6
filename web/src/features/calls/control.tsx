import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui/primitives.tsx'
import styles from './controls.module.css'

type Props = {
  readonly label: string
  readonly icon: ReactNode
  readonly look?: 'on' | 'end' | 'recording' | undefined
  readonly pressed?: boolean
  /** It opens a panel, which is open. */
  readonly expanded?: boolean
  readonly disabled?: boolean
  /** The accessible name, if the label under the button is too short. */
  readonly name?: string
  readonly badge?: number
  readonly where?: 'desktop' | 'phone' | undefined
  readonly onPress: () => void
  readonly ref?: Ref<HTMLButtonElement> | undefined
}

/** One round control of a call with its label under it. */
export function Control({ label, icon, look, pressed, expanded, disabled, name, badge, where, onPress, ref }: Props) {
  return (
    <button
      ref={ref}
      type="button"
      className={classes(styles.control, where === 'desktop' && styles.desktopOnly, where === 'phone' && styles.phoneOnly)}
      data-look={look}
      aria-label={name ?? label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled}
      onClick={onPress}
    >
      <span aria-hidden="true">{icon}</span>
      <span aria-hidden="true">{label}</span>
      {badge ? (
        <span className={styles.badge} aria-hidden="true">
          {badge}
        </span>
      ) : null}
    </button>
  )
}
