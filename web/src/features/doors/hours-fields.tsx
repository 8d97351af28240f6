import { Input, Switch } from 'antd'
import { useId } from 'react'
import type { DayHours } from '#proto/doors.ts'
import { WEEKDAYS } from '#proto/limits.ts'
import { doorsTexts as t } from '../../core/texts/en-doors.ts'
import styles from './doors.module.css'
import type { Part } from './draft.ts'
import { OFFICE, readClose, typedClose, type Weekday } from './draft.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

export function HoursFields({ draft, errors, set }: Part) {
  const id = useId()
  const zones = ZONES.includes(draft.timeZone) ? ZONES : [draft.timeZone, ...ZONES]
  const setDay = (day: Weekday, hours: DayHours | null) => set({ week: { ...draft.week, [day]: hours } })
  return (
    <fieldset className={styles.group}>
      <legend>{t.hours}</legend>
      <div className={styles.switch}>
        <span id={id}>{t.showHours}</span>
        <Switch checked={draft.showHours} aria-labelledby={id} onChange={(showHours) => set({ showHours })} />
      </div>
      {draft.showHours ? (
        <>
          {WEEKDAYS.map((day) => (
            <Day
              key={day}
              name={t.days[day]}
              hours={draft.week[day]}
              error={errors[`building.hours.${day}.opens`] ?? errors[`building.hours.${day}.closes`]}
              onChange={(hours) => setDay(day, hours)}
            />
          ))}
          <label className={styles.zone}>
            <span>{t.timeZone}</span>
            <select value={draft.timeZone} onChange={(event) => set({ timeZone: event.target.value })}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {zone.replaceAll('_', ' ')}
                </option>
              ))}
            </select>
          </label>
        </>
      ) : null}
    </fieldset>
  )
}

type DayProps = {
  readonly name: string
  readonly hours: DayHours | null
  readonly error: string | undefined
  readonly onChange: (hours: DayHours | null) => void
}

function Day({ name, hours, error, onChange }: DayProps) {
  return (
    <div className={styles.day}>
      <Switch checked={hours !== null} aria-label={name} onChange={(open) => onChange(open ? OFFICE : null)} />
      <span>{name}</span>
      {hours ? (
        <div className={styles.times}>
          <Input
            type="time"
            aria-label={t.opens(name)}
            value={hours.opens}
            status={error ? 'error' : ''}
            onChange={(event) => onChange({ ...hours, opens: event.target.value })}
          />
          <span>{t.to}</span>
          <Input
            type="time"
            aria-label={t.closes(name)}
            value={typedClose(hours.closes)}
            status={error ? 'error' : ''}
            onChange={(event) => onChange({ ...hours, closes: readClose(event.target.value) })}
          />
        </div>
      ) : (
        <span className={styles.hint}>{t.closed}</span>
      )}
      {error ? (
        <p className={styles.wrong} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
