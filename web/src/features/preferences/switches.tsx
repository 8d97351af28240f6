/** Lists of the specified switches. Only a press on a switch asks the browser for permission. */
import { Button } from 'antd'
import type { SwitchName } from '#proto/preferences.ts'
import { preferenceTexts } from './en-preferences.ts'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'
import { NamedSwitch } from './switch-row.tsx'

type Props = PreferencesProps & { readonly names: readonly SwitchName[] }

export function Switches({ names, preferences, saving, saved, onChange, desktop }: Props) {
  return names.map((name) => {
    const on = preferences.switches[name]
    const asks = name === 'desktopNotifications'
    return (
      <NamedSwitch
        key={name}
        name={name}
        checked={on}
        saving={saving?.switches?.[name] !== undefined}
        saved={saved?.switches?.[name] !== undefined}
        onChange={(checked) => {
          if (checked && asks) desktop.onAsk()
          onChange({ switches: { [name]: checked } })
        }}
      >
        {on && asks ? <Permission {...desktop} /> : null}
      </NamedSwitch>
    )
  })
}

/** The switch belongs to the account, the permission to this browser. */
function Permission({ permission, onAsk }: PreferencesProps['desktop']) {
  if (permission === 'default')
    return (
      <Button
        size="small"
        className={styles.ask ?? ''}
        onClick={({ currentTarget }) => {
          // The browser's answer removes this button; a focus on it would be lost from the dialog.
          currentTarget.closest(`.${styles.row}`)?.querySelector<HTMLElement>('[role="switch"]')?.focus()
          onAsk()
        }}
      >
        {preferenceTexts.allowHere}
      </Button>
    )
  return permission === 'denied' ? <em className={styles.hint}>{preferenceTexts.blockedHere}</em> : null
}
