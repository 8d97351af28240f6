import { Link } from 'react-router'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { CentrePage } from '../../ui/parts.tsx'
import { Plate, PlateLabel } from '../../ui/plate.tsx'
import { useTitle } from '../use-title.ts'
import styles from './small-pages.module.css'

export function NotFoundPage() {
  const t = residentTexts.small
  useTitle(t.notFound)
  return (
    <CentrePage mark={false}>
      <Plate className={styles.plate}>
        <PlateLabel label="404" />
      </Plate>
      <div>
        <h1>{t.notFound}</h1>
        <p className={styles.hint}>{t.notFoundHint}</p>
      </div>
      <Link to="/doorbell">{t.home}</Link>
    </CentrePage>
  )
}
