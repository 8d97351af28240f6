/**
 * The new password's strength and unmet rules (docs/product/specification.md, 5). Hidden while the field is empty, and where a password
 * that meets every rule is refused, as a common one.
 */
import { CheckIcon, CircleIcon } from '@phosphor-icons/react'
import { type PasswordRule, passwordRules, passwordScore } from '../core/password-strength.ts'
import { passwordTexts as t } from '../core/texts/en-password.ts'
import styles from './password-meter.module.css'

const RULES: readonly PasswordRule[] = ['length', 'number', 'uppercase', 'special']
const COLOURS = ['var(--red)', 'var(--red)', 'var(--amber)', 'var(--accent)', 'var(--green)']

export function PasswordMeter({ password, isRefused }: { readonly password: string; readonly isRefused: boolean }) {
  const score = passwordScore(password)
  if (!password || (isRefused && score === RULES.length)) return null
  const met = passwordRules(password)
  const word = t.strength[score] ?? t.strength[0]
  return (
    <div className={styles.meter}>
      <div className={styles.bars} aria-hidden="true">
        {RULES.map((rule, index) => (
          <i key={rule} style={index < Math.max(score, 1) ? { background: COLOURS[score] } : undefined} />
        ))}
      </div>
      <p className={styles.word} role="status">
        {t.strengthLabel(word)}
      </p>
      {score < 4 ? (
        <ul className={styles.rules}>
          {RULES.map((rule) => (
            <li key={rule} className={met[rule] ? styles.met : undefined}>
              {met[rule] ? <CheckIcon size={14} weight="bold" aria-hidden /> : <CircleIcon size={14} aria-hidden />}
              <span>{t.rules[rule]}</span>
              <span className="spoken">{met[rule] ? t.ruleMet : t.ruleOpen}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
