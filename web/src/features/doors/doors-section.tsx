/** The doors: list, add, and the actions on each (docs/product/decisions.md, 3). */
import { CrownSimpleIcon, PlusIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Door } from '#proto/doors.ts'
import type { Subscription } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Card, CardHead, ErrorState } from '../../ui/primitives.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { DoorActions } from './actions.ts'
import { AddDialog } from './add-dialog.tsx'
import { DoorItem } from './door-item.tsx'
import styles from './doors.module.css'
import { doorsTexts as t } from './en-doors.ts'

type Props = {
  readonly doors: readonly Door[] | undefined
  readonly failed: boolean
  readonly premium: boolean
  /** Whether this server takes payments; undefined until it is known. */
  readonly billing: Subscription['billing'] | undefined
  readonly actions: DoorActions
  readonly tryOut: (door: Door) => ReactNode
  readonly onRetry: () => void
  readonly onUpgrade: () => void
}

export function DoorsSection({ doors, failed, premium, billing, actions, tryOut, onRetry, onUpgrade }: Props) {
  const [adding, setAdding] = useState(false)
  return (
    <Card label={t.title}>
      <CardHead title={t.title}>
        {premium && doors ? (
          <Button icon={<PlusIcon size={18} aria-hidden />} onClick={() => setAdding(true)}>
            {t.add}
          </Button>
        ) : null}
      </CardHead>
      <p className={styles.intro}>{t.intro}</p>
      {!doors && failed ? <ErrorState text={t.failed} retry={sharedTexts.common.retry} onRetry={onRetry} /> : null}
      {!doors && !failed ? <Skeleton /> : null}
      {doors ? (
        <ul className={styles.list}>
          {doors.map((door) => (
            <DoorItem key={door.id} door={door} premium={premium} actions={actions} tryOut={tryOut(door)} />
          ))}
        </ul>
      ) : null}
      {doors && !premium ? (
        <div className={styles.more}>
          <CrownSimpleIcon size={20} weight="fill" aria-hidden />
          <span>{billing === 'off' ? `${t.onlyPremium} ${sharedTexts.premium.byOperator}` : t.onlyPremium}</span>
          {billing === 'stripe' ? (
            <Button size="small" onClick={onUpgrade}>
              {t.upgrade}
            </Button>
          ) : null}
        </div>
      ) : null}
      {adding ? <AddDialog onAdd={actions.add} onClose={() => setAdding(false)} /> : null}
    </Card>
  )
}
