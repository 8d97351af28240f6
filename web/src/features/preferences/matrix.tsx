/** The matrix of events and channels: a cell is enabled only if the switches of its row and column are on. */
import { CaretRightIcon } from '@phosphor-icons/react'
import { Checkbox } from 'antd'
import { Link } from 'react-router'
import {
  type Matrix as Cells,
  type Channel,
  COLUMN_SWITCHES,
  type PreferenceEvent,
  type Preferences,
  ROW_SWITCH,
} from '#proto/preferences.ts'
import { useDevices } from '../../core/queries/devices.ts'
import { preferenceTexts } from './en-preferences.ts'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'

const t = preferenceTexts
const CHANNELS: readonly Channel[] = ['modal', 'sound', 'desktop', 'push', 'email']
const EVENTS: readonly PreferenceEvent[] = ['ring', 'package', 'missed', 'message', 'visit', 'system']

const cellOf = (matrix: Cells, event: PreferenceEvent, channel: Channel) =>
  (matrix[event] as Readonly<Partial<Record<Channel, boolean>>>)[channel]

/** Whether the switches allow an event on a channel. */
const counts = ({ switches }: Preferences, event: PreferenceEvent, channel: Channel) =>
  switches[ROW_SWITCH[event]] && COLUMN_SWITCHES[channel].every((name) => switches[name])

/** Collapsed by default: the switches above are enough for most residents. */
export function MatrixFold(props: Pick<PreferencesProps, 'preferences' | 'onChange'>) {
  return (
    <details className={styles.fine}>
      <summary>
        <CaretRightIcon size={16} weight="bold" aria-hidden />
        <span>{t.fine}</span>
      </summary>
      <Matrix {...props} />
      <NoPush />
    </details>
  )
}

/** The push column is not enough: a device has to allow notifications. Shows nothing while the devices are not known. */
function NoPush() {
  const { data: devices } = useDevices()
  if (!devices || devices.some(({ push }) => push === 'on')) return null
  return (
    <p className={styles.noPush}>
      <span>{t.noPush}</span>
      <Link to="/settings/devices">{t.turnPushOn}</Link>
    </p>
  )
}

function Matrix({ preferences, onChange }: Pick<PreferencesProps, 'preferences' | 'onChange'>) {
  return (
    <table className={styles.matrix}>
      <thead>
        <tr>
          <td />
          {CHANNELS.map((channel) => (
            <th key={channel} scope="col">
              {t.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {EVENTS.map((event) => (
          <tr key={event}>
            <th scope="row">{t.events[event]}</th>
            {CHANNELS.map((channel) => (
              <td key={channel}>
                <Cell
                  label={t.cell(t.events[event], t.channels[channel])}
                  value={cellOf(preferences.matrix, event, channel)}
                  disabled={!counts(preferences, event, channel)}
                  onChange={(checked) => onChange({ matrix: { [event]: { [channel]: checked } } })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type CellProps = {
  readonly label: string
  readonly value: boolean | undefined
  readonly disabled: boolean
  readonly onChange: (checked: boolean) => void
}

/** Not every event has every channel. */
function Cell({ label, value, disabled, onChange }: CellProps) {
  if (value === undefined)
    return (
      <span className={styles.none}>
        <span aria-hidden>–</span>
        <span className="spoken">{t.impossible}</span>
      </span>
    )
  return (
    <Checkbox aria-label={label} checked={value && !disabled} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
  )
}
