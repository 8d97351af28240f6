/** What keeps a device from ringing, or casts a doubt, and what to do about it. */
import { WarningCircleIcon, WarningIcon } from '@phosphor-icons/react'
import { Link } from 'react-router'
import type { Fault } from '#proto/push.ts'
import { cureOf } from './describe.ts'
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'

type Props = { readonly fault: Fault; readonly platform: string; readonly now: Date }

export function FaultRow({ fault, platform, now }: Props) {
  const { title, text, link } = cureOf(fault, platform, now)
  const FaultIcon = fault.stops ? WarningCircleIcon : WarningIcon
  return (
    <li className={styles.fault} data-fault={fault.code} data-stops={fault.stops}>
      <FaultIcon size={20} weight="fill" aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
        {link ? <Link to={link}>{t.diagnosis.settings}</Link> : null}
      </div>
    </li>
  )
}
