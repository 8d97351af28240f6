/** Asks before a visitor is blocked, and offers alternatives for cases where blocking does not help (docs/product/decisions.md, 11). */
import { Button } from 'antd'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { visitorNameOf } from '../../ui/activity-texts.ts'
import { RemoveDialog } from '../../ui/remove-dialog.tsx'
import { visitRequestTexts } from './en-visits.ts'
import styles from './visits.module.css'

const t = visitRequestTexts
const TEXTS = {
  removeTitle: t.blockTitle,
  removeText: t.blockedText,
  cancel: sharedTexts.common.cancel,
  remove: t.block,
  removing: t.blocking,
}

type Props = {
  readonly activity: Activity
  readonly onBlock: () => Promise<unknown>
  /** Missing where the visit has no door of the resident. */
  readonly onReplaceCode: (() => void) | undefined
  readonly onClose: () => void
}

export function BlockDialog({ activity, onBlock, onReplaceCode, onClose }: Props) {
  return (
    <RemoveDialog name={visitorNameOf(activity)} texts={TEXTS} onRemove={onBlock} onClose={onClose}>
      {onReplaceCode ? (
        <p className={styles.still}>
          <span>{t.still}</span>
          <Button type="link" onClick={onReplaceCode}>
            {t.replaceCode}
          </Button>
        </p>
      ) : null}
    </RemoveDialog>
  )
}
