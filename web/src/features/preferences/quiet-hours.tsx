/** Quiet hours in the resident's time zone, and that zone. A time is saved on blur, once it is complete. */
import { useEffect, useId, useState } from 'react'
import type { QuietHours } from '#proto/preferences.ts'
import { timeZonesWith } from '../../ui/time-zones.ts'
import { preferenceTexts } from './en-preferences.ts'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'
import { SwitchRow } from './switch-row.tsx'

const t = preferenceTexts

export function QuietHoursRows({ preferences, saving, saved, onChange }: PreferencesProps) {
  const { quietHours } = preferences
  const set = (part: Partial<QuietHours>) => onChange({ quietHours: part })
  return (
    <>
      <SwitchRow
        label={t.quietHours}
        text={t.quietText}
        checked={quietHours.enabled}
        saving={saving?.quietHours !== undefined}
        saved={saved?.quietHours !== undefined || saved?.timeZone !== undefined}
        onChange={(enabled) => set({ enabled })}
      />
      <div className={styles.hours}>
        <Time label={t.from} value={quietHours.from} disabled={!quietHours.enabled} onSave={(from) => set({ from })} />
        <Time label={t.to} value={quietHours.to} disabled={!quietHours.enabled} onSave={(to) => set({ to })} />
        <Zone value={preferences.timeZone} isSet={preferences.timeZoneKnown} onSave={(timeZone) => onChange({ timeZone })} />
      </div>
    </>
  )
}

type TimeProps = { readonly label: string; readonly value: string; readonly disabled: boolean; readonly onSave: (value: string) => void }

function Time({ label, value, disabled, onSave }: TimeProps) {
  const id = useId()
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="time"
        required
        disabled={disabled}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => (/^\d\d:\d\d$/.test(typed) ? typed !== value && onSave(typed) : setTyped(value))}
      />
    </div>
  )
}

type ZoneProps = { readonly value: string; readonly isSet: boolean; readonly onSave: (value: string) => void }

function Zone({ value, isSet, onSave }: ZoneProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{t.timeZone}</label>
      <select id={id} value={value} aria-describedby={isSet ? undefined : `${id}n`} onChange={(event) => onSave(event.target.value)}>
        {timeZonesWith(value).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      {isSet ? null : <p id={`${id}n`}>{t.zoneNotSet}</p>}
    </div>
  )
}
