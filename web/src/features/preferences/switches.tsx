/** Lists of the specified switches. Asking the browser for its permission hangs on the press of a switch and on nothing else. */
import { Button } from 'antd'
import type { SwitchName } from '#proto/preferences.ts'
import { preferenceTexts } from '../../core/texts/en-preferences.ts'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'
import { NamedSwitch } from './switch-row.tsx'

const ASKING: readonly SwitchName[] = ['pushNotifications', 'desktopNotifications']

type Props = PreferencesProps & {
  readonly names: readonly SwitchName[]
  /** What this browser says of its permission; false where another list on the same page says it. */
  readonly hasHints?: boolean
}

export function Switches({ names, hasHints = true, preferences, saving, onChange, desktop }: Props) {
  return names.map((name) => {
    const on = preferences.switches[name]
    const asks = ASKING.includes(name)
    return (
      <NamedSwitch
        key={name}
        name={name}
        checked={on}
        saving={saving?.switches?.[name] !== undefined}
        onChange={(checked) => {
          if (checked && asks) desktop.onAsk()
          onChange({ switches: { [name]: checked } })
        }}
      >
        {on && asks && hasHints ? <Permission {...desktop} /> : null}
      </NamedSwitch>
    )
  })
}

/** The switch is the account's, the permission this browser's. */
function Permission({ permission, onAsk }: PreferencesProps['desktop']) {
  if (permission === 'default')
    return (
      <Button size="small" className={styles.ask ?? ''} onClick={onAsk}>
        {preferenceTexts.allowHere}
      </Button>
    )
  return permission === 'denied' ? <em className={styles.hint}>{preferenceTexts.blockedHere}</em> : null
}
