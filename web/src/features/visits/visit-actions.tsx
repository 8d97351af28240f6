/** The actions on a visit that is over: keep it from being erased, and block its visitor. */
import { BookmarkSimpleIcon, ProhibitIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { visitRequestTexts } from './en-visits.ts'
import styles from './visits.module.css'

const t = visitRequestTexts

type Props = {
  readonly activity: Activity
  readonly busy: boolean
  readonly onKeep: (keep: boolean) => void
  readonly onBlock: (block: boolean) => void
}

export function VisitActions({ activity, busy, onKeep, onBlock }: Props) {
  const { kept, blocked } = activity
  return (
    <div className={styles.care}>
      <div className={styles.ways}>
        <Button
          icon={<BookmarkSimpleIcon size={20} weight={kept ? 'fill' : 'regular'} aria-hidden />}
          aria-pressed={kept}
          disabled={busy}
          onClick={() => onKeep(!kept)}
        >
          {kept ? t.keeping : t.keep}
        </Button>
        <Button icon={<ProhibitIcon size={20} aria-hidden />} disabled={busy} onClick={() => onBlock(!blocked)}>
          {blocked ? t.unblock : sharedTexts.ring.block}
        </Button>
      </div>
      <small>{t.keepHint}</small>
    </div>
  )
}
