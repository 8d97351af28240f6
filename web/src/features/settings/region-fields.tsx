/** Language and time zone: they apply to the account on all its devices. */
import { Select } from 'antd'
import { useId } from 'react'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '#proto/languages.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ErrorState } from '../../ui/primitives.tsx'
import { timeZonesWith } from '../../ui/time-zones.ts'
import type { Edits, Profile } from './draft.ts'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.region
/** Each language in its own name, as on every page (docs/product/specification.md, 2). */
const NAMES: Readonly<Record<Language, string>> = { ...LANGUAGE_NAMES, en: 'English (US)' }

export type RegionProps = {
  readonly profile: Profile
  readonly onEdit: (edits: Edits) => void
  readonly zone: { readonly failed: boolean; readonly onRetry: () => void }
}

/** In the dark theme the list has a border. */
const FLOATING = { popup: { root: { boxShadow: 'var(--shadow-floating)' } } } as const

const readable = (zone: string) => zone.replaceAll('_', ' ')

export function RegionFields({ profile, onEdit, zone }: RegionProps) {
  const id = useId()
  return (
    <div className={styles.pair}>
      <div className={styles.select}>
        <label htmlFor={`${id}l`}>{t.language}</label>
        <Select
          id={`${id}l`}
          styles={FLOATING}
          value={profile.language}
          options={LANGUAGES.map((language) => ({ value: language, label: <span lang={language}>{NAMES[language]}</span> }))}
          onChange={(language) => onEdit({ language })}
        />
      </div>
      <div className={styles.select}>
        <label htmlFor={`${id}z`}>{t.timeZone}</label>
        {zone.failed ? (
          <ErrorState text={t.zoneFailed} retry={sharedTexts.common.retry} onRetry={zone.onRetry} />
        ) : (
          <Zone id={`${id}z`} value={profile.timeZone} onChange={(timeZone) => onEdit({ timeZone })} />
        )}
      </div>
    </div>
  )
}

function Zone({ id, value, onChange }: { id: string; value: string; onChange: (zone: string) => void }) {
  return (
    <Select
      id={id}
      styles={FLOATING}
      value={value || undefined}
      loading={!value}
      disabled={!value}
      showSearch={{ optionFilterProp: 'label' }}
      options={timeZonesWith(value).map((zone) => ({ value: zone, label: readable(zone) }))}
      notFoundContent={t.noZone}
      onChange={onChange}
    />
  )
}
