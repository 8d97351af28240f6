/** The members of the household, and the button that invites another one. */
import { UserPlusIcon, UsersThreeIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Door } from '#proto/doors.ts'
import type { Household, Member } from '#proto/household.ts'
import { HOUSEHOLD } from '#proto/limits.ts'
import type { Run } from '../../core/reauthentication.ts'
import { initials } from '../../ui/initials.ts'
import { Avatar, Card, CardHead, EmptyState } from '../../ui/primitives.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { householdTexts as t } from './en-household.ts'
import { endOf, Facts, labelsOf } from './facts.tsx'
import styles from './household.module.css'
import { useRemoveMember } from './queries.ts'

/** Most visits of the page only read. */
const MemberInvitationDialog = lazy(async () => ({ default: (await import('./invite-dialog.tsx')).MemberInvitationDialog }))
const EditMemberDialog = lazy(async () => ({ default: (await import('./edit-dialog.tsx')).EditMemberDialog }))

type Props = { readonly household: Household; readonly doors: readonly Door[]; readonly now: Date; readonly run: Run }

export function MembersCard({ household, doors, now, run }: Props) {
  const [isInviting, setIsInviting] = useState(false)
  const { members, invitations } = household
  const open = invitations.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
  const taken = members.length + open.length
  const isFull = taken >= HOUSEHOLD.max
  const invite = (
    <Button type="primary" icon={<UserPlusIcon size={20} aria-hidden />} disabled={isFull} onClick={() => setIsInviting(true)}>
      {t.invite}
    </Button>
  )
  return (
    <Card label={t.members}>
      {taken ? (
        <>
          <CardHead title={t.members}>
            <span className={styles.count}>{t.count(taken, HOUSEHOLD.max)}</span>
          </CardHead>
          <ul className={styles.rows}>
            {members.map((member) => (
              <MemberRow key={member.id} member={member} doors={doors} now={now} />
            ))}
          </ul>
          {isFull ? <p className={styles.note}>{t.full}</p> : null}
          <div className={styles.foot}>{invite}</div>
        </>
      ) : (
        <EmptyState icon={<UsersThreeIcon size={30} aria-hidden />} title={t.noneTitle} text={t.noneText}>
          {invite}
        </EmptyState>
      )}
      {isInviting ? (
        <Suspense fallback={null}>
          <MemberInvitationDialog doors={doors} run={run} onClose={() => setIsInviting(false)} />
        </Suspense>
      ) : null}
    </Card>
  )
}

type RowProps = { readonly member: Member; readonly doors: readonly Door[]; readonly now: Date }

function MemberRow({ member, doors, now }: RowProps) {
  const [open, setOpen] = useState<'edit' | 'remove'>()
  const remove = useRemoveMember()
  const close = () => setOpen(undefined)
  const { id, name, role, until, joinedAt } = member
  return (
    <li className={styles.row}>
      <Avatar>
        <span aria-hidden>{initials(name)}</span>
      </Avatar>
      <div className={styles.what}>
        <Facts name={name} role={role} lines={[labelsOf(member.doors, doors), endOf(until, now), t.joined(joinedAt)]} />
        <div className={styles.buttons}>
          <Button size="small" aria-label={t.editOf(name)} onClick={() => setOpen('edit')}>
            {t.edit}
          </Button>
          <Button size="small" aria-label={t.removeOf(name)} onClick={() => setOpen('remove')}>
            {t.remove}
          </Button>
        </div>
      </div>
      {open === 'edit' ? (
        <Suspense fallback={null}>
          <EditMemberDialog member={member} doors={doors} onClose={close} />
        </Suspense>
      ) : null}
      {open === 'remove' ? (
        <RemoveDialog name={name} texts={t.removeMember} onRemove={() => remove.mutateAsync(id)} onClose={close} />
      ) : null}
    </li>
  )
}
