import { XIcon } from '@phosphor-icons/react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { IconButton } from '../../ui/primitives.tsx'
import styles from './dialogs.module.css'

/** A dialog's title and its close button. */
export function DialogHead({ id, title, onClose }: { readonly id: string; readonly title: string; readonly onClose: () => void }) {
  return (
    <div className={styles.head}>
      <h2 id={id}>{title}</h2>
      <IconButton look="quiet" label={sharedTexts.common.close} onClick={onClose}>
        <XIcon size={20} aria-hidden />
      </IconButton>
    </div>
  )
}
