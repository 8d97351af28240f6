/** Search and tabs of the activity log. */
import type { ActivityTab } from '#proto/history.ts'
import type { Home } from '#proto/household.ts'
import { HomeSelect } from '../../ui/home-select.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './activity-log.module.css'
import { activityLogTexts } from './en-activity-log.ts'

const t = activityLogTexts
const TABS = (['all', 'doorbell', 'messages', 'notifications'] as const).map((key) => ({ key, text: t.tabs[key], short: t.tabsShort[key] }))

type ToolsProps = {
  readonly search: string
  readonly tab: ActivityTab
  readonly homes: readonly Home[]
  readonly home: string
  readonly controls: string
  readonly onSearch: (search: string) => void
  readonly onHome: (home: string) => void
  readonly onTab: (tab: ActivityTab) => void
}

export function LogTools({ search, tab, homes, home, controls, onSearch, onHome, onTab }: ToolsProps) {
  return (
    <div className={styles.tools} data-homes={homes.length > 0}>
      <SearchBox value={search} label={t.searchLabel} placeholder={t.search} onChange={onSearch} />
      <HomeSelect homes={homes} value={home} onChange={onHome} />
      <Tabs label={t.tabsLabel} tabs={TABS} chosen={tab} controls={controls} onChoose={onTab} />
    </div>
  )
}
