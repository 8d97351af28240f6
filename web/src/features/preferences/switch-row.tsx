import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import type { SwitchName } from '#proto/preferences.ts'
import { preferenceTexts } from './en-preferences.ts'
import styles from './preferences.module.css'

type RowProps = {
  readonly label: string
  readonly text: string
  readonly checked: boolean
  readonly saving: boolean
  readonly saved: boolean
  readonly onChange: (checked: boolean) => void
  /** An additional note about this browser. */
  readonly children?: ReactNode
}

/** A switch with its description: the whole row toggles it; it is disabled while saving and shows when saved. */
export function SwitchRow({ label, text, checked, saving, saved, onChange, children }: RowProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div className={styles.text}>
        <label className={styles.press} htmlFor={id}>
          <strong id={`${id}l`}>{label}</strong>
          <span id={`${id}t`}>{text}</span>
        </label>
        {children}
      </div>
      {saved ? (
        <span className={styles.saved} role="status">
          {preferenceTexts.saved}
        </span>
      ) : null}
      <Switch id={id} aria-labelledby={`${id}l`} aria-describedby={`${id}t`} checked={checked} disabled={saving} onChange={onChange} />
    </div>
  )
}

/** One of the specified switches. */
export function NamedSwitch({ name, ...rest }: { readonly name: SwitchName } & Omit<RowProps, 'label' | 'text'>) {
  return <SwitchRow {...preferenceTexts.switches[name]} {...rest} />
}
