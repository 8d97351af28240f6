/** The filters in one row; they are kept in the URL, so that a link or a reload shows the same. */
import { CalendarBlankIcon, XIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import type { Home } from '#proto/household.ts'
import { useZone } from '../../core/use-zone.ts'
import { dayOf, daysBefore } from '../../core/zone.ts'
import box from '../../ui/control-box.module.css'
import { Dialog } from '../../ui/dialog.tsx'
import { HomeSelect } from '../../ui/home-select.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { SelectBox } from '../../ui/select-box.tsx'
import { useNow } from '../../ui/use-now.ts'
import { historyTexts } from './en-history.ts'
import styles from './filters.module.css'

const t = historyTexts

export type Chosen = {
  /** A membership; empty: the account's own home. */
  readonly home: string
  readonly search: string
  readonly type: string
  readonly outcome: string
  readonly door: string
  readonly from: string
  readonly to: string
}
export type Change = (changed: Partial<Chosen>) => void

function DateChoice({ from, to, onChange }: { from: string; to: string; onChange: Change }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <div className={box.box}>
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t.date}: ${t.dates(from, to)}`}
          data-empty={!from && !to}
          onClick={() => setOpen(true)}
        >
          {t.dates(from, to)}
        </button>
        <CalendarBlankIcon size={18} aria-hidden />
      </div>
      {open ? <DateDialog from={from} to={to} onChange={onChange} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function DateDialog({ from, to, onChange, onClose }: { from: string; to: string; onChange: Change; onClose: () => void }) {
  const today = dayOf(useNow())
  const daysAgo = (days: number) => daysBefore(today, days)
  const [days, setDays] = useState({ from, to })
  const wrong = Boolean(days.from && days.to && days.from > days.to)
  const choose = (chosen: { from: string; to: string }) => {
    onChange(chosen)
    onClose()
  }
  const presets = [
    { text: t.today, from: daysAgo(0), to: daysAgo(0) },
    { text: t.yesterday, from: daysAgo(1), to: daysAgo(1) },
    { text: t.lastDays(7), from: daysAgo(6), to: '' },
  ]
  return (
    <Dialog label={t.date} className={styles.dates} onEscape={onClose} onOutside={onClose}>
      <h2>{t.date}</h2>
      <div className={styles.presets}>
        {presets.map((preset) => (
          <Button key={preset.text} size="small" onClick={() => choose(preset)}>
            {preset.text}
          </Button>
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!wrong) choose(days)
        }}
      >
        {(['from', 'to'] as const).map((side) => (
          <label key={side}>
            <span>{t[side]}</span>
            <input type="date" value={days[side]} max="2099-12-31" onChange={(event) => setDays({ ...days, [side]: event.target.value })} />
          </label>
        ))}
        {wrong ? <p role="alert">{t.datesOrder}</p> : null}
        <div className={styles.answers}>
          <Button onClick={() => choose({ from: '', to: '' })}>{t.anyDate}</Button>
          <Button type="primary" htmlType="submit" disabled={wrong}>
            {t.apply}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type FiltersProps = {
  readonly chosen: Chosen
  /** Those of others that the account is a member of. */
  readonly homes: readonly Home[]
  /** Of the chosen home. */
  readonly doors: readonly { readonly id: number; readonly label: string }[]
  readonly onChange: Change
  readonly onClear: () => void
}

export function HistoryFilters({ chosen, homes, doors, onChange, onClear }: FiltersProps) {
  useZone()
  const labels = Object.fromEntries(doors.map((door) => [String(door.id), door.label]))
  const any = Object.values(chosen).some(Boolean)
  return (
    <div className={styles.tools} data-doors={doors.length > 1} data-homes={homes.length > 0}>
      <SearchBox value={chosen.search} label={t.searchLabel} placeholder={t.search} onChange={(search) => onChange({ search })} />
      {/* The doors of one home are not those of another. */}
      <HomeSelect homes={homes} value={chosen.home} onChange={(home) => onChange({ home, door: '' })} />
      <SelectBox label={t.type} any={t.anyType} value={chosen.type} options={t.types} onChange={(type) => onChange({ type })} />
      <SelectBox
        label={t.outcome}
        any={t.anyOutcome}
        value={chosen.outcome}
        options={t.outcomes}
        onChange={(outcome) => onChange({ outcome })}
      />
      {doors.length > 1 ? (
        <SelectBox label={t.door} any={t.anyDoor} value={chosen.door} options={labels} onChange={(door) => onChange({ door })} />
      ) : null}
      <DateChoice from={chosen.from} to={chosen.to} onChange={onChange} />
      <Button type="text" className={styles.clear} disabled={!any} icon={<XIcon size={18} aria-hidden />} onClick={onClear}>
        {t.clear}
      </Button>
    </div>
  )
}
