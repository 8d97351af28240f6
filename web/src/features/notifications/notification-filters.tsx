/** Search, tabs, and "Mark All as Read": beside the tabs on desktops, in the filter menu on phones. */
import { ChecksIcon, FunnelSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import { IconButton } from '../../ui/primitives.tsx'
import { SearchBox } from '../../ui/search-box.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { notificationTexts } from './en-notifications.ts'
import styles from './notifications.module.css'

const t = notificationTexts
const TABS = ['all', 'unread', 'doorbell', 'messages', 'packages'] as const
export type NotificationTab = (typeof TABS)[number]

type Props = {
  readonly search: string
  readonly tab: NotificationTab
  readonly unread: number
  readonly marking: boolean
  /** The id of the list. */
  readonly controls: string
  readonly onSearch: (search: string) => void
  readonly onTab: (tab: NotificationTab) => void
  readonly onMarkAll: () => void
}

export function NotificationFilters({ search, tab, unread, marking, controls, onSearch, onTab, onMarkAll }: Props) {
  const [menu, setMenu] = useState(false)
  const markAll = (
    <Button
      icon={<ChecksIcon size={18} aria-hidden />}
      disabled={unread === 0 || marking}
      onClick={() => {
        setMenu(false)
        onMarkAll()
      }}
    >
      {t.markAll}
    </Button>
  )
  return (
    <div className={styles.filters}>
      <div className={styles.find}>
        <SearchBox value={search} label={t.search} placeholder={t.search} onChange={onSearch} />
        <IconButton className={styles.funnel} label={t.filters} aria-expanded={menu} onClick={() => setMenu(!menu)}>
          <FunnelSimpleIcon size={20} aria-hidden />
        </IconButton>
      </div>
      {menu ? <div className={styles.menu}>{markAll}</div> : null}
      <div className={styles.bar}>
        <Tabs
          label={t.title}
          tabs={TABS.map((key) => ({ key, text: t.tabs[key], count: key === 'unread' && unread > 0 ? t.badge(unread) : undefined }))}
          chosen={tab}
          controls={controls}
          onChoose={onTab}
        />
        <div className={styles.all}>{markAll}</div>
      </div>
    </div>
  )
}
