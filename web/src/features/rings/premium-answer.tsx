/**
 * Replaces the answers when a free resident pressed Video or Audio: the plan it needs, and the Message answer. The visitor and the
 * countdown stay visible (docs/product/decisions.md, 18; docs/product/specification.md, 5: the toast's text is here, where it covers
 * nothing).
 */
import { ChatCircleDotsIcon, CrownSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect, useId, useRef } from 'react'
import type { CallKind } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ringsTexts } from './en-rings.ts'
import styles from './premium-answer.module.css'

const t = sharedTexts.premium

export type PremiumAnswerProps = {
  readonly wanted: CallKind
  readonly name: string
  readonly onMessage: () => void
  readonly onNotNow: () => void
  /** Missing if the server takes no payments. */
  readonly onUpgrade: (() => void) | undefined
}

export function PremiumAnswer({ wanted, name, onMessage, onNotNow, onUpgrade }: PremiumAnswerProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const toast = wanted === 'video' ? t.toastVideo : t.toastAudio
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={styles.panel} aria-labelledby={`${id}t`}>
      <h3 id={`${id}t`} ref={title} tabIndex={-1}>
        <CrownSimpleIcon size={20} weight="fill" aria-hidden />
        <span>{t.title}</span>
      </h3>
      <p role="alert">{[toast, onUpgrade ? '' : t.byOperator, ringsTexts.premium.stillThere(name)].filter(Boolean).join(' ')}</p>
      <Button type="primary" block icon={<ChatCircleDotsIcon size={20} weight="fill" aria-hidden />} onClick={onMessage}>
        <span className={styles.name}>{ringsTexts.premium.message(name)}</span>
      </Button>
      <div className={styles.others}>
        <Button onClick={onNotNow}>{t.notNow}</Button>
        {onUpgrade ? <Button onClick={onUpgrade}>{t.upgrade}</Button> : null}
      </div>
    </section>
  )
}
