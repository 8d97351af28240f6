/** A page's title and actions; the app adds its own elements at the top of every page. */
import { createContext, type ReactNode, useContext } from 'react'
import styles from './page-top.module.css'
import { useTitle } from './use-title.ts'

type TopParts = {
  /** Only on pages that ask for it. */
  readonly live: ReactNode
  readonly actions: ReactNode
  /** Below the title. */
  readonly notice: ReactNode
}

export const PageTopContext = createContext<TopParts>({ live: null, actions: null, notice: null })

type Props = { readonly title: string; readonly live?: boolean; readonly children?: ReactNode }

export function PageTop({ title, live = false, children }: Props) {
  useTitle(title)
  const parts = useContext(PageTopContext)
  return (
    <>
      <div className={styles.top} data-beside={Boolean(children)}>
        <h1>{title}</h1>
        {children}
        {live ? parts.live : null}
        {parts.actions}
      </div>
      {parts.notice}
    </>
  )
}
