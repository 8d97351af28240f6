/** The households of others that this account is a member of. */
import { HouseIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import { requiredLine } from '#proto/fields.ts'
import type { Home } from '#proto/household.ts'
import { FIELD } from '#proto/limits.ts'
import { Avatar, Card, CardHead } from '../../ui/primitives.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { RenameForm } from '../../ui/rename-form.tsx'
import { householdTexts as t } from './en-household.ts'
import { endOf, Facts } from './facts.tsx'
import styles from './household.module.css'
import { useLeaveHome, useRenameInHome } from './queries.ts'

const Name = requiredLine('name_required', FIELD.name)

type Props = { readonly homes: readonly Home[]; readonly now: Date }

export function HomesCard({ homes, now }: Props) {
  return (
    <Card label={t.homes}>
      <CardHead title={t.homes} />
      {homes.length ? (
        <ul className={styles.rows}>
          {homes.map((home) => (
            <HomeRow key={home.id} home={home} now={now} />
          ))}
        </ul>
      ) : (
        <p className={styles.note}>{t.noHomes}</p>
      )}
    </Card>
  )
}

function HomeRow({ home, now }: { readonly home: Home; readonly now: Date }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const [naming, setNaming] = useState<'no' | 'yes' | 'closed'>('no')
  const leave = useLeaveHome()
  const { id, owner, name, role, doors, until, joinedAt } = home
  const labels = doors.map(({ label }) => label).join(' · ') || t.noDoors
  return (
    <li className={styles.row}>
      <Avatar>
        <HouseIcon size={22} aria-hidden />
      </Avatar>
      <div className={styles.what}>
        <Facts name={t.homeOf(owner)} role={role} lines={[labels, endOf(until, now), t.nameThere(name), t.joined(joinedAt)]} />
        {naming === 'yes' ? <Rename home={home} onClose={() => setNaming('closed')} /> : null}
        <div className={styles.buttons} hidden={naming === 'yes'}>
          <Button key={naming} size="small" aria-label={t.renameOf(owner)} autoFocus={naming === 'closed'} onClick={() => setNaming('yes')}>
            {t.rename}
          </Button>
          <Button size="small" aria-label={t.leaveOf(owner)} onClick={() => setIsLeaving(true)}>
            {t.leave}
          </Button>
        </div>
      </div>
      {isLeaving ? (
        <RemoveDialog name={owner} texts={t.leaveHome} onRemove={() => leave.mutateAsync(id)} onClose={() => setIsLeaving(false)} />
      ) : null}
    </li>
  )
}

function Rename({ home, onClose }: { readonly home: Home; readonly onClose: () => void }) {
  const change = useRenameInHome()
  const rename = async (name: string) => (await change.mutateAsync({ id: home.id, name }).catch(() => undefined)) !== undefined
  const texts = { before: home.name, label: t.yourName, save: t.saveName }
  return <RenameForm {...texts} schema={Name} maxLength={FIELD.name} rename={rename} onClose={onClose} />
}
