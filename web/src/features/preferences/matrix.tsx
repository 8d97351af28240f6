/** The matrix itself: a cell counts where the switches of its row and column are on. */
import { Checkbox } from 'antd'
import type { Matrix as Cells, Channel, PreferenceEvent } from '#proto/preferences.ts'
import { preferenceTexts } from '../../core/texts/en-preferences.ts'
import styles from './preferences.module.css'
import type { PreferencesProps } from './preferences-props.ts'

const t = preferenceTexts
const CHANNELS: readonly Channel[] = ['modal', 'sound', 'desktop', 'email']
const EVENTS: readonly PreferenceEvent[] = ['ring', 'package', 'missed', 'message', 'visit', 'system']

const cellOf = (matrix: Cells, event: PreferenceEvent, channel: Channel) =>
  (matrix[event] as Readonly<Partial<Record<Channel, boolean>>>)[channel]

/** Shown when it is asked for: the switches above it are enough for most. */
export function MatrixFold(props: Pick<PreferencesProps, 'preferences' | 'onChange'>) {
  return (
    <details className={styles.fine}>
      <summary>{t.fine}</summary>
      <Matrix {...props} />
    </details>
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

/** Not every event has every channel. */
function Cell({ label, value, onChange }: { label: string; value: boolean | undefined; onChange: (checked: boolean) => void }) {
  if (value === undefined) return null
  return <Checkbox aria-label={label} checked={value} onChange={(event) => onChange(event.target.checked)} />
}
