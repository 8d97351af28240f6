import { XIcon } from '@phosphor-icons/react'
import { Button, Input, Switch } from 'antd'
import { useId } from 'react'
import type { OpenSpan } from '#proto/doors.ts'
import { DOORS, WEEKDAYS } from '#proto/limits.ts'
import { spansOf } from '#proto/opening-hours.ts'
import { IconButton } from '../../ui/primitives.tsx'
import { timeZonesWith } from '../../ui/time-zones.ts'
import type { FieldErrors } from '../../ui/use-form.ts'
import styles from './doors.module.css'
import { dayHoursOf, isOvernight, nextSpan, OFFICE, type Part, readClose, typedClose, type Weekday } from './draft.ts'
import { doorsTexts as t } from './en-doors.ts'

export function HoursFields({ draft, errors, set }: Part) {
  const id = useId()
  return (
    <fieldset className={styles.group}>
      <legend>{t.hours}</legend>
      <div className={styles.switch}>
        <label htmlFor={id}>{t.showHours}</label>
        <Switch id={id} checked={draft.showHours} onChange={(showHours) => set({ showHours })} />
      </div>
      {draft.showHours ? (
        <>
          {WEEKDAYS.map((day) => (
            <Day
              key={day}
              day={day}
              spans={spansOf(draft.week[day])}
              errors={errors}
              onChange={(spans) => set({ week: { ...draft.week, [day]: dayHoursOf(spans) } })}
            />
          ))}
          <label className={styles.zone}>
            <span>{t.timeZone}</span>
            <select value={draft.timeZone} onChange={(event) => set({ timeZone: event.target.value })}>
              {timeZonesWith(draft.timeZone).map((zone) => (
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
  readonly day: Weekday
  readonly spans: readonly OpenSpan[]
  readonly errors: FieldErrors
  readonly onChange: (spans: readonly OpenSpan[]) => void
}

/** The first error of a day's ranges. */
function errorOf(errors: FieldErrors, day: Weekday): string | undefined {
  const field = `building.hours.${day}`
  return Object.entries(errors).find(([name]) => name === field || name.startsWith(`${field}.`))?.[1]
}

function Day({ day, spans, errors, onChange }: DayProps) {
  const id = useId()
  const name = t.days[day]
  const error = errorOf(errors, day)
  return (
    <div className={styles.day}>
      <Switch id={id} checked={spans.length > 0} onChange={(open) => onChange(open ? [OFFICE] : [])} />
      <label htmlFor={id}>{name}</label>
      {spans.length === 0 ? <span className={styles.hint}>{t.closed}</span> : null}
      <div className={styles.spans}>
        {[...spans.entries()].map(([place, span]) => (
          <Span
            key={place}
            name={place ? t.timeOf(name, place + 1) : name}
            span={span}
            isWrong={error !== undefined}
            onChange={(changed) => onChange(spans.map((other, index) => (index === place ? changed : other)))}
            onRemove={place ? () => onChange(spans.filter((_, index) => index !== place)) : undefined}
          />
        ))}
        {spans.length > 0 && spans.length < DOORS.spans ? (
          <Button size="small" type="link" aria-label={t.addTimeTo(name)} onClick={() => onChange([...spans, nextSpan(spans)])}>
            {t.addTime}
          </Button>
        ) : null}
      </div>
      {error ? (
        <p className={styles.wrong} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}

type SpanProps = {
  readonly name: string
  readonly span: OpenSpan
  readonly isWrong: boolean
  readonly onChange: (span: OpenSpan) => void
  /** Absent for the first range, which the day's switch controls. */
  readonly onRemove: (() => void) | undefined
}

function Span({ name, span, isWrong, onChange, onRemove }: SpanProps) {
  const status = isWrong ? 'error' : ''
  return (
    <div className={styles.times}>
      <Input
        type="time"
        aria-label={t.opens(name)}
        value={span.opens}
        status={status}
        onChange={(event) => onChange({ ...span, opens: event.target.value })}
      />
      <span>{t.to}</span>
      <Input
        type="time"
        aria-label={t.closes(name)}
        value={typedClose(span.closes)}
        status={status}
        onChange={(event) => onChange({ ...span, closes: readClose(event.target.value) })}
      />
      {onRemove ? (
        <IconButton label={t.removeTime(name)} look="quiet" onClick={onRemove}>
          <XIcon size={16} aria-hidden />
        </IconButton>
      ) : null}
      {isOvernight(span) ? <span className={styles.hint}>{t.nextDay}</span> : null}
    </div>
  )
}
