/** Switches a device's weekly check on and off, and says when the next one is. */
import { Switch } from 'antd'
import { useId } from 'react'
import type { Device } from '#proto/push.ts'
import { calendarDate } from '../../ui/time.ts'
import styles from './devices.module.css'
import { devicesTexts } from './en-devices.ts'
import { useChangeDevice } from './queries.ts'

const { weeklyCheck: t } = devicesTexts

export function WeeklyCheck({ device }: { readonly device: Device }) {
  const id = useId()
  const change = useChangeDevice()
  const { nextCheckAt } = device
  const checked = change.isPending ? (change.variables.weeklyCheck ?? device.weeklyCheck) : device.weeklyCheck
  return (
    <div className={styles.row}>
      <label htmlFor={id}>
        <strong id={`${id}l`}>{t.label}</strong>
        <small id={`${id}t`}>{t.text}</small>
        {/* One line either way, so that the card keeps its height. */}
        <small id={`${id}n`} role="status">
          {nextCheckAt ? t.next(calendarDate(nextCheckAt)) : t.first}
        </small>
      </label>
      <Switch
        id={id}
        aria-labelledby={`${id}l`}
        aria-describedby={`${id}t ${id}n`}
        checked={checked}
        disabled={change.isPending}
        onChange={(weeklyCheck) => change.mutate({ id: device.id, weeklyCheck })}
      />
    </div>
  )
}
