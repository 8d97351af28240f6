/** Blocked addresses that tried this account; hidden if there are none (docs/product/decisions.md, 27). */
import { ProhibitIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { BlockedAddress } from '#proto/operations/security.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState, Tag } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { listOf } from './describe.ts'
import { securityTexts } from './en-security.ts'
import { useBlockedAddresses, useLiftBlock } from './queries.ts'
import { Row } from './row.tsx'
import styles from './security.module.css'

const t = securityTexts.blocked

export function BlockedAddressesCard() {
  const blocked = useBlockedAddresses()
  const now = useNow()
  if (blocked.data?.length === 0 || blocked.isPending) return null
  return (
    <Card label={t.title}>
      <CardHead title={t.title} />
      {blocked.data ? (
        <>
          <p className={styles.hint}>{t.hint}</p>
          <ul className={styles.rows}>
            {blocked.data.map((block) => (
              <BlockedRow key={block.id} block={block} now={now} />
            ))}
          </ul>
        </>
      ) : (
        <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={() => void blocked.refetch()} />
      )}
    </Card>
  )
}

function BlockedRow({ block, now }: { readonly block: BlockedAddress; readonly now: Date }) {
  const lift = useLiftBlock()
  const { id, ipAddress, blockedAt, expiresAt, lifted } = block
  const until = expiresAt ? t.until(activityTime(expiresAt, now)) : undefined
  return (
    <Row
      icon={<ProhibitIcon size={22} />}
      tone={lifted ? 'neutral' : 'red'}
      title={ipAddress}
      text={listOf(t.since(activityTime(blockedAt, now)), until)}
    >
      {lifted ? (
        <Tag>{t.lifted}</Tag>
      ) : (
        <Button size="small" disabled={lift.isPending} aria-label={t.liftOf(ipAddress)} onClick={() => lift.mutate(id)}>
          {t.lift}
        </Button>
      )}
    </Row>
  )
}
