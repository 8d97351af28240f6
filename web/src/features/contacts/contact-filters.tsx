/** Search, and All Contacts or Favorites (docs/product/specification.md, 2). */

import { SearchBox } from '../../ui/search-box.tsx'
import styles from './contacts.module.css'
import { contactsTexts as t } from './en-contacts.ts'

const TABS = ['all', 'favorites'] as const
export type ContactTab = (typeof TABS)[number]

type Props = {
  readonly search: string
  readonly tab: ContactTab
  readonly onSearch: (search: string) => void
  readonly onTab: (tab: ContactTab) => void
}

export function ContactFilters({ search, tab, onSearch, onTab }: Props) {
  return (
    <div className={styles.filters}>
      <div className={styles.find}>
        <SearchBox value={search} label={t.search} placeholder={t.search} onChange={onSearch} />
      </div>
      <fieldset className={styles.tabs}>
        <legend className="spoken">{t.filters}</legend>
        {TABS.map((name) => (
          <button type="button" key={name} aria-pressed={tab === name} onClick={() => onTab(name)}>
            {t.tabs[name]}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
