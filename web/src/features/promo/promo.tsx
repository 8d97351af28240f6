/**
 * The upgrade banner of the free plan: full on desktop, compact on the phone (docs/product/specification.md, 2). Without payments on
 * the server it has no price and no button.
 */
import { VideoCameraIcon } from '@phosphor-icons/react'
import { Button } from 'antd'
import type { Subscription } from '#proto/entities.ts'
import { priceOf } from '../../core/money.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { promoTexts } from './en-promo.ts'
import styles from './promo.module.css'

const t = promoTexts
const { premium } = sharedTexts

function Both({ full, compact }: { full: string; compact: string }) {
  return (
    <>
      <span className={styles.full}>{full}</span>
      <span className={styles.compact}>{compact}</span>
    </>
  )
}

type Props = Pick<Subscription, 'billing' | 'price'> & { readonly onUpgrade: () => void }

export function Promo({ billing, price, onUpgrade }: Props) {
  const isOff = billing === 'off'
  return (
    <aside className={styles.promo} aria-label={t.full}>
      <div className={styles.icon}>
        <VideoCameraIcon size={26} weight="fill" aria-hidden />
      </div>
      <div className={styles.text}>
        <h2>
          <Both full={t.full} compact={t.compact} />
        </h2>
        <p>
          {isOff ? (
            <Both full={`${t.features} ${premium.byOperator}`} compact={premium.byOperator} />
          ) : (
            <Both full={`${t.features} ${t.price(priceOf(price))}`} compact={t.compactText(priceOf(price))} />
          )}
        </p>
      </div>
      {isOff ? null : (
        <Button type="primary" onClick={onUpgrade}>
          <Both full={t.fullButton} compact={t.compactButton} />
        </Button>
      )}
    </aside>
  )
}
