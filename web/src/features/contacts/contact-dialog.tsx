/** "Add New Contact" and "Edit Contact" (docs/product/specification.md, 2): 520 px, on a phone a full sheet. */
import { Switch } from 'antd'
import { useId } from 'react'
import type { Contact } from '#proto/contacts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useForm } from '../../ui/use-form.ts'
import { type ContactDraft, type ContactField, contactDraftOf, contactErrors, contactFieldsOf, MAX } from './contact-draft.ts'
import styles from './contacts.module.css'
import { contactsTexts as t } from './en-contacts.ts'

export type ContactSaved = ReturnType<typeof contactFieldsOf> & { readonly isFavorite: boolean }
type Props = {
  /** Undefined: a new one. */
  readonly contact: Contact | undefined
  /** Rejects with the ApiError; a toast has shown it unless it is about fields. */
  readonly onSave: (fields: ContactSaved) => Promise<unknown>
  readonly onClose: () => void
}

const TYPES: Partial<Record<ContactField, 'email' | 'tel'>> = { email: 'email', phone: 'tel' }

type Values = ContactDraft & { readonly isFavorite: boolean }

export function ContactDialog({ contact, onSave, onClose }: Props) {
  const id = useId()
  const form = useForm<Values>(
    { ...contactDraftOf(contact), isFavorite: contact?.isFavorite ?? false },
    {
      check: contactErrors,
      send: async ({ isFavorite, ...draft }) => {
        await onSave({ ...contactFieldsOf(draft), isFavorite })
        onClose()
        return undefined
      },
    },
  )
  const { values, pending, isChanged } = form
  const field = (name: ContactField, label: string, options: { readonly note?: string; readonly lines?: number } = {}) => (
    <Field
      {...form.field(name)}
      {...options}
      label={label}
      type={TYPES[name] ?? 'text'}
      maxLength={MAX[name]}
      autoComplete="off"
      autoFocus={name === 'firstName'}
      onBlur={() => (values[name] ? form.touch(name) : undefined)}
    />
  )
  // Escape does not close it, so that no typed text is lost by accident; Cancel closes it.
  const leaving = isChanged ? undefined : { onEscape: onClose }
  return (
    <Dialog labelledBy={id} className={styles.dialog} {...leaving}>
      <form onSubmit={form.submit} noValidate>
        <h2 id={id}>{contact ? t.editTitle : t.addTitle}</h2>
        <div className={styles.fields}>
          <div className={styles.pair}>
            {field('firstName', t.firstName)}
            {field('lastName', t.lastName)}
          </div>
          {field('email', t.email)}
          {field('phone', t.phone)}
          {field('address', t.address, { note: t.optional })}
          {field('notes', t.notes, { note: t.optional, lines: 3 })}
          <div className={styles.favorite}>
            <label htmlFor={`${id}f`}>{t.favorite}</label>
            <Switch id={`${id}f`} checked={values.isFavorite} onChange={(isFavorite) => form.set({ isFavorite })} />
          </div>
        </div>
        <FormButtons cancel={t.cancel} onCancel={onClose} loading={pending}>
          {pending ? t.saving : contact ? t.save : t.add}
        </FormButtons>
      </form>
    </Dialog>
  )
}
