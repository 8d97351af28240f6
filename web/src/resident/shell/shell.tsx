/** The frame of most signed-in pages: sidebar and phone menu. */
import { ArrowLeftIcon, ListIcon } from '@phosphor-icons/react'
import { useState } from 'react'
import { Outlet, useLocation, useNavigate } from 'react-router'
import { useSignedIn } from '../../core/queries/user.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Logo } from '../../ui/logo.tsx'
import { PageTopContext } from '../../ui/page-top.tsx'
import { IconButton } from '../../ui/primitives.tsx'
import { shellTexts } from '../en-shell.ts'
import { PAGES } from '../pages.ts'
import { AccountNotice } from './account-notice.tsx'
import { Frame } from './frame.tsx'
import { LiveState } from './reach-notice.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopActions } from './top-actions.tsx'

const PAGE_TOP = { live: <LiveState />, actions: <TopActions at="title" />, notice: <AccountNotice /> }

export function Shell() {
  const user = useSignedIn()
  const [menu, setMenu] = useState(false)
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const close = () => setMenu(false)
  return (
    <Frame user={user}>
      <main className={styles.main} id="content" tabIndex={-1}>
        <div className={styles.phone}>
          <IconButton look="quiet" label={shellTexts.menu} aria-expanded={menu} onClick={() => setMenu(true)}>
            <ListIcon size={20} aria-hidden />
          </IconButton>
          {PAGES.some(({ path, menu }) => menu === 'user' && path === pathname) ? (
            <IconButton look="quiet" label={shellTexts.back} onClick={() => void navigate('/doorbell')}>
              <ArrowLeftIcon size={20} aria-hidden />
            </IconButton>
          ) : (
            <Logo />
          )}
          <TopActions at="bar" />
        </div>
        <PageTopContext value={PAGE_TOP}>
          <Outlet context={user} />
        </PageTopContext>
        {menu ? (
          <Dialog label={shellTexts.main} className={styles.menu} onEscape={close} onOutside={close}>
            <Sidebar user={user} onClose={close} />
          </Dialog>
        ) : null}
      </main>
    </Frame>
  )
}
