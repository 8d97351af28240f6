/** The link to a door's sign. */
import { PrinterIcon } from '@phosphor-icons/react'
import { Link } from 'react-router'
import { sharedTexts } from '../core/texts/en-shared.ts'
import { classes } from './primitives.tsx'
import styles from './print-sign.module.css'

type Props = {
  readonly door: { readonly id: number; readonly label: string }
  readonly className?: string | undefined
}

export function PrintSign({ door, className }: Props) {
  return (
    <Link
      className={classes(styles.print, className)}
      to={`/settings/doors/${door.id}/sign`}
      aria-label={sharedTexts.door.printFor(door.label)}
    >
      <PrinterIcon size={20} aria-hidden />
      <span>{sharedTexts.door.print}</span>
    </Link>
  )
}
