/** The question or result of a mailed link: an icon, a heading, a sentence, and the next step. */
import { CheckCircleIcon, WarningCircleIcon } from '@phosphor-icons/react'
import type { ReactNode } from 'react'
import { CentrePage } from '../../ui/primitives.tsx'
import styles from './mailed.module.css'
import { OutcomeButtons } from './outcome-buttons.tsx'

export const DONE = <CheckCircleIcon size={40} weight="fill" color="var(--green)" aria-hidden />
export const FAILED = <WarningCircleIcon size={40} weight="fill" color="var(--red)" aria-hidden />

type Props = {
  readonly icon: ReactNode
  /** For a result or failure; a question has none. */
  readonly role?: 'alert' | 'status'
  readonly heading: string
  readonly text: string
  readonly action: ReactNode
}

export function Outcome({ icon, role, heading, text, action }: Props) {
  return (
    <CentrePage legal>
      <div role={role}>
        {icon}
        <h1>{heading}</h1>
        <p className={styles.hint}>{text}</p>
      </div>
      <OutcomeButtons outcome={role && heading}>{action}</OutcomeButtons>
    </CentrePage>
  )
}
