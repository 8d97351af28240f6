/** Search and tabs of the activity log. */
import type { ActivityTab } from '#proto/history.ts'
import { SearchBox } from '../../ui/search-box.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './activity-log.module.css'
import { activityLogTexts } from './en-activity-log.ts'

const t = activityLogTexts
const TABS = (['all', 'doorbell', 'messages', 'notifications'] as const).map((key) => ({ key, text: t.tabs[key], short: t.tabsShort[key] }))

type ToolsProps = {
  readonly search: string
  readonly tab: ActivityTab
  readonly controls: string
  readonly onSearch: (search: string) => void
  readonly onTab: (tab: ActivityTab) => void
}

export function LogTools({ search, tab, controls, onSearch, onTab }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <SearchBox value={search} label={t.searchLabel} placeholder={t.search} onChange={onSearch} />
      <Tabs label={t.tabsLabel} tabs={TABS} chosen={tab} controls={controls} onChoose={onTab} />
    </div>
  )
}
