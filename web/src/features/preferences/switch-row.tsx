import { Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import type { SwitchName } from '#proto/preferences.ts'
import { preferenceTexts } from '../../core/texts/en-preferences.ts'
import styles from './preferences.module.css'

type RowProps = {
  readonly label: string
  readonly text: string
  readonly checked: boolean
  readonly saving: boolean
  readonly onChange: (checked: boolean) => void
  /** What this browser adds to say. */
  readonly children?: ReactNode
}

/** A switch with what it does; it flips at once and is disabled while it is being saved (look: saving). */
export function SwitchRow({ label, text, checked, saving, onChange, children }: RowProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <strong id={`${id}l`}>{label}</strong>
        <span id={`${id}t`}>{text}</span>
        {children}
      </div>
      <Switch aria-labelledby={`${id}l`} aria-describedby={`${id}t`} checked={checked} disabled={saving} onChange={onChange} />
    </div>
  )
}

/** One of the specified switches, by its name. */
export function NamedSwitch({ name, ...rest }: { readonly name: SwitchName } & Omit<RowProps, 'label' | 'text'>) {
  return <SwitchRow {...preferenceTexts.switches[name]} {...rest} />
}
