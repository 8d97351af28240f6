import { CaretDownIcon, CaretUpIcon, SignOutIcon, XIcon } from '@phosphor-icons/react'
import { useId, useState } from 'react'
import { NavLink } from 'react-router'
import type { User } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { useSignOut } from '../../features/auth/queries.ts'
import { initials } from '../../ui/initials.ts'
import { Logo } from '../../ui/logo.tsx'
import { Avatar, IconButton } from '../../ui/primitives.tsx'
import { shellTexts } from '../en-shell.ts'
import { PAGES, type Page } from '../pages.ts'
import styles from './shell.module.css'

const t = shellTexts

type LinksProps = { readonly menu: Page['menu']; readonly onClick: (() => void) | undefined }

function PageLinks({ menu, onClick }: LinksProps) {
  return PAGES.filter((page) => page.menu === menu).map((page) => <PageLink key={page.path} {...page} onClick={onClick} />)
}

function PageLink({ path, label, icon: Icon, onClick }: Page & { readonly onClick: (() => void) | undefined }) {
  return (
    <NavLink to={path} onClick={onClick}>
      {({ isActive }) => (
        <>
          <Icon size={20} weight={isActive ? 'fill' : 'regular'} aria-hidden />
          <span>{label}</span>
        </>
      )}
    </NavLink>
  )
}

/** Navigation, the user with a menu of further pages, and Sign Out; the same on desktops and in the phone's menu. */
export function Sidebar({ user, onClose }: { user: User; onClose?: () => void }) {
  const signOut = useSignOut()
  const id = useId()
  const [more, setMore] = useState(false)
  return (
    <aside className={styles.side}>
      <div className={styles.brand}>
        <Logo />
        <span>{sharedTexts.common.product}</span>
        {onClose ? (
          <IconButton look="quiet" label={t.closeMenu} onClick={onClose}>
            <XIcon size={20} aria-hidden />
          </IconButton>
        ) : null}
      </div>
      <nav className={styles.nav} aria-label={t.main}>
        <PageLinks menu="sidebar" onClick={onClose} />
      </nav>
      <button type="button" className={styles.me} aria-expanded={more} aria-controls={id} onClick={() => setMore(!more)}>
        <Avatar photo={user.pictureUrl}>{initials(user.firstName, user.lastName)}</Avatar>
        <span className={styles.who}>
          <strong>
            <bdi>{`${user.firstName} ${user.lastName}`}</bdi>
          </strong>
          <span>{sharedTexts.plan.plan(sharedTexts.plan.tiers[user.subscriptionTier])}</span>
        </span>
        {more ? <CaretDownIcon size={16} aria-hidden /> : <CaretUpIcon size={16} aria-hidden />}
      </button>
      <nav className={styles.nav} id={id} hidden={!more} aria-label={shellTexts.more}>
        <PageLinks menu="user" onClick={onClose} />
      </nav>
      <button type="button" className={styles.out} disabled={signOut.isPending} onClick={() => signOut.mutate()}>
        <SignOutIcon size={20} aria-hidden />
        <span>{t.signOut}</span>
      </button>
    </aside>
  )
}
