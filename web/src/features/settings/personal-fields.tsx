/** Personal information (docs/product/specification.md, 5: profile form). */
import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { FIELD } from '#proto/limits.ts'
import { Field } from '../../ui/field.tsx'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'
import type { ProfileForm } from './use-profile-form.ts'

const t = settingsTexts.personal

export type PersonalProps = {
  readonly field: ProfileForm['field']
  /** The new address whose link has not been opened yet. */
  readonly emailWaiting: string | undefined
}

export function PersonalFields({ field, emailWaiting }: PersonalProps) {
  return (
    <div className={styles.fields}>
      <div className={styles.pair}>
        <Field label={t.firstName} autoComplete="given-name" maxLength={FIELD.name} {...field('firstName')} />
        <Field label={t.lastName} autoComplete="family-name" maxLength={FIELD.name} {...field('lastName')} />
      </div>
      <Field
        label={t.email}
        type="email"
        autoComplete="email"
        maxLength={FIELD.email}
        below={
          <p className={styles.hint} role={emailWaiting ? 'status' : undefined}>
            {emailWaiting ? <EnvelopeSimpleIcon size={16} aria-hidden /> : null}
            <span>{emailWaiting ? t.emailWaiting(emailWaiting) : t.emailHint}</span>
          </p>
        }
        {...field('email')}
      />
      <Field label={t.phone} note={t.optional} type="tel" autoComplete="tel" maxLength={FIELD.phone} {...field('phone')} />
      <Field label={t.address} note={t.optional} lines={3} autoComplete="street-address" maxLength={FIELD.address} {...field('address')} />
    </div>
  )
}
