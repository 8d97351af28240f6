/** A row whose switch the whole row toggles. */
import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Tone } from '../../ui/primitives.tsx'
import { Sign } from './row.tsx'
import styles from './security.module.css'

type Props = {
  readonly icon: ReactNode
  readonly tone?: Tone
  readonly title: string
  /** Follows the title, and is not part of the switch's name. */
  readonly about?: string | undefined
  readonly text: ReactNode
  readonly checked: boolean
  readonly disabled: boolean
  readonly onChange: (checked: boolean) => void
  /** Below the text. */
  readonly children?: ReactNode
  /** Dialogs of this row: a list contains only its items. */
  readonly dialogs?: ReactNode
}

export function SecuritySwitchRow({ icon, tone, title, about, text, checked, disabled, onChange, children, dialogs }: Props) {
  const id = useId()
  return (
    <li className={styles.row}>
      <Sign icon={icon} tone={tone} />
      <div className={styles.what}>
        <label className={styles.press} htmlFor={id}>
          <span>
            <strong id={`${id}l`}>{title}</strong>
            {about ? <span>{` ${about}`}</span> : null}
          </span>
          <small id={`${id}t`}>{text}</small>
        </label>
        {children}
      </div>
      <Switch id={id} aria-labelledby={`${id}l`} aria-describedby={`${id}t`} checked={checked} disabled={disabled} onChange={onChange} />
      {dialogs}
    </li>
  )
}
