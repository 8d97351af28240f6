/** Security Alerts: unread ones have a dot, and are read one by one or all together (docs/product/specification.md, 2). */
import { CheckIcon, ChecksIcon, ShieldCheckIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type RefCallback, useCallback } from 'react'
import type { SecurityAlert } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, EmptyState, ErrorState, IconButton } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { alertView } from './alert-views.ts'
import { alertSentence, listOf, placeOf } from './describe.ts'
import { securityTexts } from './en-security.ts'
import { useAlerts, useReadAlerts } from './queries.ts'
import { Sign } from './row.tsx'
import styles from './security.module.css'

const t = securityTexts.alerts

export function AlertsCard() {
  const alerts = useAlerts()
  const { read, readAll, readingAll } = useReadAlerts()
  const hasUnread = alerts.data?.some(({ isRead }) => !isRead)
  return (
    <Card label={t.title}>
      <CardHead title={t.title}>
        {hasUnread ? (
          <Button size="small" icon={<ChecksIcon size={18} aria-hidden />} disabled={readingAll} onClick={() => readAll()}>
            {t.markAll}
          </Button>
        ) : null}
      </CardHead>
      {alerts.data ? <AlertList alerts={alerts.data} onRead={read} /> : null}
      {alerts.isPending ? <Skeleton /> : null}
      {alerts.isError && !alerts.data ? (
        <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void alerts.refetch()} />
      ) : null}
    </Card>
  )
}

type ListProps = { readonly alerts: readonly SecurityAlert[]; readonly onRead: (id: number) => void }

/**
 * Scrolls separately, so that the keyboard must reach it. Actions on this page add alerts: the list keeps its height, and
 * the page its scroll position.
 */
function AlertList({ alerts, onRead }: ListProps) {
  const now = useNow()
  const held = useHeldHeight()
  return (
    <div ref={held} className={styles.alerts} role="log" aria-label={t.list} tabIndex={alerts.length ? 0 : undefined}>
      {alerts.length ? (
        <ul className={styles.rows}>
          {alerts.map((alert) => (
            <AlertRow key={alert.id} alert={alert} now={now} onRead={() => onRead(alert.id)} />
          ))}
        </ul>
      ) : (
        <EmptyState icon={<ShieldCheckIcon size={30} aria-hidden />} title={t.none} text={t.noneText} />
      )}
    </div>
  )
}

/** @returns a ref of an element that keeps the height it has when it is first shown, until its width changes */
function useHeldHeight(): RefCallback<HTMLElement> {
  return useCallback((element) => {
    if (!element) return
    let heldAt = 0
    const observer = new ResizeObserver(() => {
      const { offsetWidth } = element
      if (!offsetWidth || offsetWidth === heldAt) return
      heldAt = offsetWidth
      element.style.height = ''
      element.style.height = `${element.offsetHeight}px`
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
}

type RowProps = { readonly alert: SecurityAlert; readonly now: Date; readonly onRead: () => void }

function AlertRow({ alert, now, onRead }: RowProps) {
  const { alertType, timestamp, ipAddress, params, isRead } = alert
  const { icon: Icon, tone } = alertView(alertType)
  const sentence = alertSentence(alert)
  const address = ipAddress && !sentence.includes(ipAddress) ? ipAddress : undefined
  return (
    <li className={styles.alert} data-read={isRead}>
      {isRead ? null : <span className={styles.dot} aria-hidden />}
      <Sign icon={<Icon size={22} />} tone={isRead ? 'neutral' : tone} />
      <div className={styles.what}>
        <strong>
          {isRead ? null : <span className="spoken">{`${t.unread}: `}</span>}
          <span>{sentence}</span>
        </strong>
        <small>
          <time dateTime={timestamp}>{listOf(activityTime(timestamp, now), placeOf(params.location), address)}</time>
        </small>
      </div>
      {isRead ? null : (
        <IconButton label={t.markRead(sentence)} onClick={onRead}>
          <CheckIcon size={18} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}
