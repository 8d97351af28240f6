/** The blocked visitors; hidden if there are none. */
import { Button } from 'antd'
import type { VisitorBlock } from '#proto/visits.ts'
import { useZone } from '../../core/use-zone.ts'
import { Card, CardHead } from '../../ui/primitives.tsx'
import { visitRequestTexts } from './en-visits.ts'
import styles from './visits.module.css'

const t = visitRequestTexts

type Props = { readonly blocks: readonly VisitorBlock[]; readonly busy: boolean; readonly onUnblock: (id: number) => void }

export function BlockedVisitorsCard({ blocks, busy, onUnblock }: Props) {
  useZone()
  if (!blocks.length) return null
  return (
    <Card label={t.blockedTitle}>
      <CardHead title={t.blockedTitle} />
      <ul className={styles.list}>
        {blocks.map((block) => (
          <li key={block.id}>
            <div className={styles.who}>
              <strong>{block.visitorName ?? t.erased}</strong>
              <small>{t.blockedUntil(block.doorLabel, new Date(block.until))}</small>
            </div>
            <Button disabled={busy} aria-label={t.unblockOf(block.visitorName ?? t.erased)} onClick={() => onUnblock(block.id)}>
              {t.unblock}
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}
