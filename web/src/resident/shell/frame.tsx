import type { ReactNode } from 'react'
import type { User } from '#proto/entities.ts'
import { shellTexts } from '../en-shell.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

/** The sidebar, and a page or a chat beside it. */
export function Frame({ user, children }: { readonly user: User; readonly children: ReactNode }) {
  return (
    <div className={styles.app}>
      <a className={styles.skip} href="#content">
        {shellTexts.skipToContent}
      </a>
      <Sidebar user={user} />
      {children}
    </div>
  )
}
