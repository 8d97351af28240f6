import { BellSimpleRingingIcon, DevicesIcon, type Icon, ProhibitIcon } from '@phosphor-icons/react'
import { securityTexts } from './en-security.ts'
import styles from './security.module.css'

const ICONS: readonly Icon[] = [ProhibitIcon, BellSimpleRingingIcon, DevicesIcon]

/** The protections of the account that need no action (docs/product/specification.md, 2). */
export function InfoBox() {
  return (
    <ul className={styles.info}>
      {securityTexts.info.map(({ title, text }, index) => {
        const InfoIcon = ICONS[index] ?? ProhibitIcon
        return (
          <li key={title}>
            <InfoIcon size={24} aria-hidden />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
