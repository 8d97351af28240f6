import { Link } from 'react-router'
import { DoorLabel, DoorPanel } from '../../ui/door-panel.tsx'
import { CentrePage } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { shellTexts } from '../en-shell.ts'
import styles from './small-pages.module.css'

export function NotFoundPage() {
  const t = shellTexts.small
  useTitle(t.notFound)
  return (
    <CentrePage mark={false}>
      <DoorPanel className={styles.panel}>
        <DoorLabel label="404" />
      </DoorPanel>
      <div>
        <h1>{t.notFound}</h1>
        <p className={styles.hint}>{t.notFoundHint}</p>
      </div>
      <Link to="/doorbell">{t.home}</Link>
    </CentrePage>
  )
}
