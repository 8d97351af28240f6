/** The upgrade banner of the free plan: full on desktop, compact on the phone (spec section 2). */
import { VideoCameraIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { residentTexts } from '../../core/texts/en-resident.ts'
import styles from './promo.module.css'

const t = residentTexts.promo

function Both({ full, compact }: { full: string; compact: string }) {
  return (
    <>
      <span className={styles.full}>{full}</span>
      <span className={styles.compact}>{compact}</span>
    </>
  )
}

export function Promo({ onUpgrade }: { onUpgrade: () => void }) {
  return (
    <aside className={styles.promo} aria-label={t.fullButton}>
      <div className={styles.icon}>
        <VideoCameraIcon size={26} weight="fill" aria-hidden />
      </div>
      <div className={styles.text}>
        <h2>
          <Both full={t.full} compact={t.compact} />
        </h2>
        <p>
          <Both full={t.fullText} compact={t.compactText} />
        </p>
      </div>
      <Button type="primary" onClick={onUpgrade}>
        <Both full={t.fullButton} compact={t.compactButton} />
      </Button>
    </aside>
  )
}
