import { CrownSimpleIcon, UserIcon } from '@phosphor-icons/react'
import { Link } from 'react-router'
import type { User } from '#proto/entities.ts'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.account

/** The account's type (docs/product/specification.md, 2). */
export function AccountRows({ user }: { user: User }) {
  const Icon = user.subscriptionTier === 'premium' ? CrownSimpleIcon : UserIcon
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t.username}</dt>
        <dd>{user.username}</dd>
      </div>
      <div>
        <dt>{t.type}</dt>
        <dd>
          <Icon size={18} weight="fill" aria-hidden />
          <span>{t.types[user.subscriptionTier]}</span>
          <Link to="/subscription">{t.manage}</Link>
        </dd>
      </div>
    </dl>
  )
}
