/**
 * Replaces the answers when a free resident pressed Video or Audio: the plan it needs, and the Message answer. The visitor and the
 * countdown stay visible (docs/product/decisions.md, 18; docs/product/specification.md, 5: the toast's text is here, where it covers
 * nothing).
 */
import { ChatCircleDotsIcon, CrownSimpleIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import { useEffect, useId, useRef } from 'react'
import type { Activity, CallKind } from '#proto/entities.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { isolate } from '../../ui/bidi.ts'
import { ringsTexts } from './en-rings.ts'
import styles from './premium-answer.module.css'

const t = sharedTexts.premium

export type PremiumAnswerProps = {
  readonly wanted: CallKind
  readonly name: string
  /** Somebody else's home, whose plan only its owner changes. */
  readonly home: Activity['home']
  readonly onMessage: () => void
  readonly onNotNow: () => void
  /** Missing if the server takes no payments. */
  readonly onUpgrade: (() => void) | undefined
}

export function PremiumAnswer({ wanted, name, home, onMessage, onNotNow, onUpgrade }: PremiumAnswerProps) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const toast = wanted === 'video' ? t.toastVideo : t.toastAudio
  const why = home ? ringsTexts.premium.atHome[wanted](isolate(home.owner)) : onUpgrade ? toast : `${toast} ${t.byOperator}`
  useEffect(() => title.current?.focus(), [])
  return (
    <section className={styles.panel} aria-labelledby={`${id}t`}>
      <h3 id={`${id}t`} ref={title} tabIndex={-1}>
        <CrownSimpleIcon size={20} weight="fill" aria-hidden />
        <span>{home ? ringsTexts.premium.noCalls : t.title}</span>
      </h3>
      <p role="alert">{`${why} ${ringsTexts.premium.stillThere(name)}`}</p>
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
