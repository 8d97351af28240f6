/** /notifications: what happened, unread first in mind, and what may make itself known (spec section 2). */
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Notification } from '#proto/entities.ts'
import { notificationTexts } from '../../core/texts/en-notifications.ts'
import { NotificationFilters, type NotificationTab } from '../../features/notifications/notification-filters.tsx'
import { NotificationList } from '../../features/notifications/notification-list.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useActivities } from '../data/activities.ts'
import { type NotificationFilter, useMarkAllRead, useMarkRead, useNotifications, useUndoMarkAll, useUnread } from '../data/notifications.ts'
import { openerOf } from '../navigation.ts'
import { PageTop } from '../shell/page-top.tsx'
import { happened, useLiveDispatch } from '../store.ts'
import styles from './notifications-page.module.css'
import { PreferencesPanel } from './preferences-panel.tsx'

const t = notificationTexts

const FILTERS: Record<NotificationTab, NotificationFilter> = {
  all: {},
  unread: { unread: 'true' },
  doorbell: { type: 'doorbell' },
  messages: { type: 'message' },
  packages: { type: 'package' },
}

/** Opening a notification reads it and leads to the thing itself. */
function useOpener(onRead: (notification: Notification) => void) {
  const navigate = useNavigate()
  const dispatch = useLiveDispatch()
  const ways = {
    page: (path: string) => void navigate(path),
    chat: (activityId: number) => dispatch(happened({ type: 'chatOpened', activityId })),
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
  const list = useNotifications({ ...FILTERS[tab], ...(search ? { search } : {}) })
  const unread = useUnread()
  const markRead = useMarkRead()
  const markAll = useMarkAll()
  const photos = new Map(useActivities().data?.map((activity) => [activity.id, activity.photoUrl]))
  const onRead = ({ id, read }: Notification) => {
    if (!read) markRead.mutate(id)
  }
  const opener = useOpener(onRead)
  return (
    <>
      <PageTop title={t.title} />
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
            notifications={list.data?.pages.flatMap((page) => page.items)}
            failed={list.isError}
            searching={search !== ''}
            more={list.hasNextPage}
            loadingMore={list.isFetchingNextPage}
            photoOf={(activityId) => photos.get(activityId)}
            opener={opener}
            onRead={onRead}
            onMore={() => void list.fetchNextPage()}
            onRetry={() => void list.refetch()}
          />
        </div>
        <PreferencesPanel />
      </div>
    </>
  )
}
