/** Personal information (spec section 5: profile form). */
import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { FIELD } from '#proto/limits.ts'
import { Field } from '../../ui/field.tsx'
import type { Edits, Profile, ProfileErrors } from './draft.ts'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.personal

export type PersonalProps = {
  readonly profile: Profile
  readonly errors: ProfileErrors
  /** The new address whose link has not been opened yet. */
  readonly emailWaiting: string | undefined
  readonly onEdit: (edits: Edits) => void
  readonly onLeave: (field: keyof Profile) => void
}

export function PersonalFields({ profile, errors, emailWaiting, onEdit, onLeave }: PersonalProps) {
  const field = (name: 'firstName' | 'lastName' | 'email' | 'phone' | 'address') => ({
    name,
    value: profile[name],
    error: errors[name],
    onChange: (value: string) => onEdit({ [name]: value }),
    onBlur: () => onLeave(name),
  })
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
            {emailWaiting ? t.emailWaiting(emailWaiting) : t.emailHint}
          </p>
        }
        {...field('email')}
      />
      <Field label={t.phone} note={t.optional} type="tel" autoComplete="tel" maxLength={FIELD.phone} {...field('phone')} />
      <Field label={t.address} note={t.optional} lines={3} autoComplete="street-address" maxLength={FIELD.address} {...field('address')} />
    </div>
  )
}
