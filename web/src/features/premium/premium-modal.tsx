/**
 * Shown to a free resident who pressed Video or Audio: the plan it needs. The visitor still waits (docs/product/decisions.md, 18).
 */
import { CrownSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useId, useRef } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { premiumTexts } from './en-premium.ts'
import styles from './premium.module.css'

const t = sharedTexts.premium

type Props = {
  /** `recording`: in a call, which continues. */
  readonly kind: CallKind | 'recording'
  readonly name: string
  readonly onNotNow: () => void
  /** Missing if the server takes no payments. */
  readonly onUpgrade: (() => void) | undefined
}

export function PremiumModal({ kind, name, onNotNow, onUpgrade }: Props) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  // The decision here makes the toast's action obsolete.
  const toasts = useToasts()
  const decided = (act: () => void) => () => {
    toasts.dismiss()
    act()
  }
  const notNow = decided(onNotNow)
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.modal} focus={title} onEscape={notNow}>
      <div className={styles.crown}>
        <CrownSimpleIcon size={32} weight="fill" aria-hidden />
      </div>
      <h2 id={`${id}t`} ref={title} tabIndex={-1}>
        {t.title}
      </h2>
      <p id={`${id}d`}>{onUpgrade || kind === 'recording' ? premiumTexts[kind](name) : `${premiumTexts[kind](name)} ${t.byOperator}`}</p>
      <div className={styles.both}>
        <Button onClick={notNow}>{t.notNow}</Button>
        {onUpgrade ? (
          <Button type="primary" onClick={decided(onUpgrade)}>
            {t.upgrade}
          </Button>
        ) : null}
      </div>
    </Dialog>
  )
}
