/**
 * Shown to a free resident who pressed Video or Audio: the plan it needs. The visitor still waits (docs/product/decisions.md, 18).
 */
import { CrownSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useId, useRef } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { isolate } from '../../ui/bidi.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { premiumTexts } from './en-premium.ts'
import styles from './premium.module.css'

const t = sharedTexts.premium

type Props = {
  /** `recording`: in a call, which continues. */
  readonly kind: CallKind | 'recording'
  readonly name: string
  /** Of another home, whose plan it is. */
  readonly owner?: string
  readonly onNotNow: () => void
  /** Missing if the server takes no payments. */
  readonly onUpgrade: (() => void) | undefined
}

type TextOptions = Pick<Props, 'kind' | 'name'> & { readonly owner: string | undefined; readonly canUpgrade: boolean }

function textOf({ kind, name, owner, canUpgrade }: TextOptions): string {
  if (owner !== undefined && kind !== 'recording') return premiumTexts.atHome[kind](isolate(owner), name)
  return canUpgrade || kind === 'recording' ? premiumTexts[kind](name) : `${premiumTexts[kind](name)} ${t.byOperator}`
}

export function PremiumModal({ kind, name, owner, onNotNow, onUpgrade }: Props) {
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
        {owner === undefined ? t.title : premiumTexts.noCalls}
      </h2>
      <p id={`${id}d`}>{textOf({ kind, name, owner, canUpgrade: onUpgrade !== undefined })}</p>
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
