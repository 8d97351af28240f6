/** "Why did I miss it?": each cause that kept a ring from being noticed, with the next step. */
import { MoonIcon, WarningIcon } from '@phosphor-icons/react'
import { Link } from 'react-router'
import type { MissCause } from '#proto/push.ts'
import { timelineTexts } from './en-timeline.ts'
import styles from './missed-ring.module.css'
import { causesOf } from './timeline.ts'

export function MissedRing({ causes }: { readonly causes: readonly MissCause[] }) {
  const { title } = timelineTexts.why
  const shown = causesOf(causes)
  if (!shown.length) return null
  return (
    <section className={styles.why} aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {shown.map(({ code, title: what, text, devices, link }) => {
          // A setting of the resident is no fault.
          const CauseIcon = code === 'quiet' ? MoonIcon : WarningIcon
          return (
            <li key={code} data-cause={code}>
              <CauseIcon size={20} weight="fill" aria-hidden />
              <div>
                <strong>{what}</strong>
                {devices ? <span className={styles.devices}>{devices}</span> : null}
                <p>{text}</p>
                <Link to={link.to}>{link.label}</Link>
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
