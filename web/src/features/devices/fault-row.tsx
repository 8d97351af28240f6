/** A fault that keeps or may keep a device from ringing, and its remedy. */
import { MoonIcon, WarningCircleIcon, WarningIcon } from '@phosphor-icons/react'
import { Link } from 'react-router'
import type { Fault } from '#proto/push.ts'
import { cureOf, type FaultyDevice } from './describe.ts'
import styles from './devices.module.css'
import { devicesTexts as t } from './en-devices.ts'

type Props = { readonly fault: Fault /** Undefined for a fault of the account. */; readonly device?: FaultyDevice; readonly now: Date }

export function FaultRow({ fault, device, now }: Props) {
  const { title, text, link } = cureOf(fault, device, now)
  // A setting of the resident is no fault.
  const isQuiet = fault.code === 'do_not_disturb' || fault.code === 'quiet_hours'
  const isBad = fault.stops && !isQuiet
  const FaultIcon = isQuiet ? MoonIcon : isBad ? WarningCircleIcon : WarningIcon
  return (
    <li className={styles.fault} data-fault={fault.code} data-bad={isBad}>
      <FaultIcon size={20} weight="fill" aria-hidden />
      <div>
        <strong>{title}</strong>
        <p>{text}</p>
        {link ? <Link to={link}>{t.diagnosis.settings}</Link> : null}
      </div>
    </li>
  )
}
