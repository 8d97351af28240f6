/** /join/:token: who invites, to which doors and for how long; a press joins. Opening it changes nothing: mail scanners open links too. */
import { HouseIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef } from 'react'
import type { User } from '#proto/entities.ts'
import type { InvitationView } from '#proto/household.ts'
import { useZone } from '../../core/use-zone.ts'
import { isolate } from '../../ui/bidi.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { CentrePage } from '../../ui/primitives.tsx'
import { activityTime } from '../../ui/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { joinTexts as t } from './en-join.ts'
import styles from './join.module.css'

type EndProps = { readonly title: string; readonly text: string; readonly children: ReactNode }

/** There is nothing to join. */
export function JoinEnd({ title, text, children }: EndProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <CentrePage legal>
      <div role="alert">
        <WarningCircleIcon size={40} weight="fill" color="var(--amber)" aria-hidden />
        <h1 ref={heading} tabIndex={-1} className={styles.heading}>
          {title}
        </h1>
        <p className={styles.hint}>{text}</p>
      </div>
      {children}
    </CentrePage>
  )
}

type Props = {
  readonly invitation: InvitationView
  /** Null: nobody is signed in. */
  readonly user: Pick<User, 'firstName' | 'lastName'> | null
  readonly isJoining: boolean
  readonly isSigningOut: boolean
  readonly onJoin: () => void
  readonly onSignIn: () => void
  readonly onRegister: () => void
  readonly onSignOut: () => void
}

export function JoinView({ invitation, user, ...actions }: Props) {
  useZone()
  const now = useNow()
  const { name, role, doors, until, expiresAt } = invitation
  const owner = isolate(invitation.owner)
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t.doors, doors.join(' · ')],
    [t.name, name],
    [t.until, until ? activityTime(until, now) : undefined],
    [t.expires, activityTime(expiresAt, now)],
  ]
  return (
    <CentrePage mark={false} legal>
      <div className={styles.sign} aria-hidden>
        <HouseIcon size={34} weight="fill" />
      </div>
      <div>
        <h1 className={styles.heading}>{t.heading(owner)}</h1>
        <p className={styles.hint}>{t[role](owner)}</p>
      </div>
      <dl className={styles.facts}>
        {facts.map(([term, value]) =>
          value ? (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {user ? <SignedIn user={user} owner={owner} {...actions} /> : <SignedOut {...actions} />}
      {user ? null : (
        <p className={styles.language}>
          <LanguageLinks />
        </p>
      )}
    </CentrePage>
  )
}

type SignedInProps = Pick<Props, 'isJoining' | 'isSigningOut' | 'onJoin' | 'onSignOut'> & {
  readonly user: NonNullable<Props['user']>
  readonly owner: string
}

function SignedIn({ user, owner, isJoining, isSigningOut, onJoin, onSignOut }: SignedInProps) {
  return (
    <div className={styles.choice}>
      <Button type="primary" size="large" loading={isJoining} onClick={onJoin}>
        {isJoining ? t.joining : t.join(owner)}
      </Button>
      <p>{t.signedInAs(isolate(`${user.firstName} ${user.lastName}`))}</p>
      <button type="button" className={styles.other} disabled={isSigningOut || isJoining} onClick={onSignOut}>
        {t.other}
      </button>
    </div>
  )
}

function SignedOut({ onSignIn, onRegister }: Pick<Props, 'onSignIn' | 'onRegister'>) {
  return (
    <div className={styles.choice}>
      <p>{t.needsAccount}</p>
      <Button type="primary" size="large" onClick={onSignIn}>
        {t.signIn}
      </Button>
      <Button size="large" onClick={onRegister}>
        {t.register}
      </Button>
    </div>
  )
}
