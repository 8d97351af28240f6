/** /notifications: the list and the notification settings (docs/product/specification.md, 2). */
import { CaretDownIcon, GearSixIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Notification } from '#proto/notification.ts'
import { useListedActivities } from '../../core/queries/activities.ts'
import { useDoors } from '../../core/queries/doors.ts'
import { useUnread } from '../../core/queries/notifications.ts'
import { showsDoors } from '../../core/shows-doors.ts'
import { useCallController } from '../../features/live-call/call-context.ts'
import { searchFilter } from '../../features/notifications/describe.ts'
import { notificationTexts } from '../../features/notifications/en-notifications.ts'
import { NotificationFilters, type NotificationTab } from '../../features/notifications/notification-filters.tsx'
import { NotificationList } from '../../features/notifications/notification-list.tsx'
import { openerOf } from '../../features/notifications/opener.ts'
import {
  type NotificationFilter,
  useMarkAllRead,
  useMarkRead,
  useNotifications,
  useUndoMarkAll,
} from '../../features/notifications/queries.ts'
import { preferenceTexts } from '../../features/preferences/en-preferences.ts'
import { PreferencesPanel } from '../../features/preferences/preferences-panel.tsx'
import { PageTop } from '../../ui/page-top.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useMedia } from '../../ui/use-media.ts'
import styles from './notifications-page.module.css'

const t = notificationTexts
/** From this width on the settings are beside the list; on narrower screens they would be below all of it. */
const WIDE = '(min-width: 1181px)'

const FILTERS: Record<NotificationTab, NotificationFilter> = {
  all: {},
  unread: { unread: 'true' },
  doorbell: { type: 'doorbell' },
  messages: { type: 'message' },
  packages: { type: 'package' },
}

/** Opening a notification marks it read and opens what it is about. */
function useOpener(onRead: (notification: Notification) => void) {
  const navigate = useNavigate()
  const callController = useCallController()
  const ways = {
    page: (path: string) => void navigate(path),
    chat: (activityId: number) => callController.show({ type: 'chatOpened', activityId }),
  }
  return (notification: Notification) => {
    const open = openerOf(notification, ways)
    return (
      open &&
      (() => {
        onRead(notification)
        open()
      })
    )
  }
}

function useMarkAll() {
  const toast = useToast()
  const undo = useUndoMarkAll()
  return useMarkAllRead((at) =>
    toast({
      kind: 'success',
      title: t.allRead,
      action: (
        <Button size="small" onClick={() => undo.mutate(at)}>
          {t.undo}
        </Button>
      ),
    }),
  )
}

export function NotificationsPage() {
  const [search, setSearch] = useState('')
  const [tab, setTab] = useState<NotificationTab>('all')
  const id = useId()
  const isWide = useMedia(WIDE)
  const list = useNotifications({ ...FILTERS[tab], ...searchFilter(search) })
  const unread = useUnread()
  const markRead = useMarkRead()
  const markAll = useMarkAll()
  const known = useListedActivities()
  const doors = useDoors()
  const activities = new Map(known.data?.map((activity) => [activity.id, activity]))
  // Pictures and doors are part of the rows: waits for them, so that nothing moves later.
  const isReady = !known.isPending && !doors.isPending
  const onRead = ({ id, read }: Notification) => {
    if (!read) markRead.mutate(id)
  }
  const opener = useOpener(onRead)
  return (
    <>
      <PageTop title={t.title} />
      {isWide ? null : (
        <details className={styles.fold}>
          <summary>
            <GearSixIcon size={20} aria-hidden />
            <span>{preferenceTexts.notifications}</span>
            <CaretDownIcon size={16} aria-hidden />
          </summary>
          <PreferencesPanel />
        </details>
      )}
      <div className={styles.grid}>
        <div>
          <NotificationFilters
            search={search}
            tab={tab}
            unread={unread}
            marking={markAll.isPending}
            controls={id}
            onSearch={setSearch}
            onTab={setTab}
            onMarkAll={() => markAll.mutate()}
          />
          <NotificationList
            id={id}
            notifications={isReady ? list.data?.pages.flatMap((page) => page.items) : undefined}
            failed={list.isError}
            searching={search !== ''}
            more={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            activityOf={(activityId) => activities.get(activityId)}
            hasDoors={showsDoors(doors.data, activities.values())}
            opener={opener}
            onRead={onRead}
            onMore={() => void list.fetchNextPage()}
            onRetry={() => void list.refetch()}
          />
        </div>
        {isWide ? <PreferencesPanel /> : null}
      </div>
    </>
  )
}
