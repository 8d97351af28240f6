/** The open invitations. Their links are not shown again: only their hashes are stored. */
import { EnvelopeSimpleIcon, LinkSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useState } from 'react'
import type { Door } from '#proto/doors.ts'
import type { Invitation } from '#proto/household.ts'
import { Avatar, Card, CardHead } from '../../ui/primitives.tsx'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { activityTime } from '../../ui/time.ts'
import { householdTexts as t } from './en-household.ts'
import { endOf, Facts, labelsOf } from './facts.tsx'
import styles from './household.module.css'
import { useRevokeInvitation } from './queries.ts'

type Props = { readonly invitations: readonly Invitation[]; readonly doors: readonly Door[]; readonly now: Date }

export function InvitationsCard({ invitations, doors, now }: Props) {
  const open = invitations.filter(({ expiresAt }) => Date.parse(expiresAt) > now.getTime())
  if (!open.length) return null
  return (
    <Card label={t.invitations}>
      <CardHead title={t.invitations} />
      <ul className={styles.rows}>
        {open.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} doors={doors} now={now} />
        ))}
      </ul>
    </Card>
  )
}

type RowProps = { readonly invitation: Invitation; readonly doors: readonly Door[]; readonly now: Date }

function InvitationRow({ invitation, doors, now }: RowProps) {
  const [isAsking, setIsAsking] = useState(false)
  const revoke = useRevokeInvitation()
  const { id, name, email, role, until, expiresAt } = invitation
  const Sign = email ? EnvelopeSimpleIcon : LinkSimpleIcon
  const lines = [
    labelsOf(invitation.doors, doors),
    endOf(until, now),
    email ? t.mailedTo(email) : undefined,
    t.expires(activityTime(expiresAt, now)),
  ]
  return (
    <li className={styles.row}>
      <Avatar plain>
        <Sign size={22} aria-hidden />
      </Avatar>
      <div className={styles.what}>
        <Facts name={name} role={role} lines={lines} />
        <div className={styles.buttons}>
          <Button size="small" aria-label={t.revokeOf(name)} onClick={() => setIsAsking(true)}>
            {t.revoke}
          </Button>
        </div>
      </div>
      {isAsking ? (
        <RemoveDialog name={name} texts={t.revokeInvitation} onRemove={() => revoke.mutateAsync(id)} onClose={() => setIsAsking(false)} />
      ) : null}
    </li>
  )
}
