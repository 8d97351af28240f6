import { Link } from 'react-router'
import { DoorLabel, DoorPanel } from '../../ui/door-panel.tsx'
import { CentrePage } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { shellTexts } from '../en-shell.ts'
import styles from './small-pages.module.css'

const t = shellTexts.small

export const NotFoundPage = () => <Missing title={t.notFound} hint={t.notFoundHint} label="404" to="/doorbell" link={t.home} />

/** The target of a notification of a deleted visit. For another resident's visit it is the same. */
export const VisitGonePage = () => <Missing title={t.visitGone} hint={t.visitGoneHint} to="/visitors-page" link={t.history} />

type MissingProps = Readonly<Record<'title' | 'hint' | 'to' | 'link', string>> & { readonly label?: string }

function Missing({ title, hint, label, to, link }: MissingProps) {
  useTitle(title)
  return (
    <CentrePage mark={false} legal>
      {label && (
        <DoorPanel className={styles.panel}>
          <DoorLabel label={label} />
        </DoorPanel>
      )}
      <div>
        <h1>{title}</h1>
        <p className={styles.hint}>{hint}</p>
      </div>
      <Link to={to}>{link}</Link>
    </CentrePage>
  )
}
