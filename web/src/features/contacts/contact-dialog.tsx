/** "Add New Contact" and "Edit Contact" (spec section 2): 520 px, on a phone a full sheet. */
import { Button, Input, Switch } from 'antd'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { Contact } from '#proto/contacts.ts'
import { isApiError } from '../../core/api-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { type ContactDraft, type ContactErrors, type ContactField, draftOf, errorsOf, fieldsOf, MAX } from './contact-draft.ts'
import styles from './contacts.module.css'
import { contactsTexts as t } from './en-contacts.ts'

export type ContactSaved = ReturnType<typeof fieldsOf> & { readonly isFavorite: boolean }
type Props = {
  /** Undefined: a new one. */
  readonly contact: Contact | undefined
  /** Rejects with the ApiError; a toast has shown it unless it is about fields. */
  readonly onSave: (fields: ContactSaved) => Promise<unknown>
  readonly onClose: () => void
}

const TYPES: Partial<Record<ContactField, 'email' | 'tel'>> = { email: 'email', phone: 'tel' }

function useContactForm({ contact, onSave, onClose }: Props) {
  const first = draftOf(contact)
  const [draft, setDraft] = useState<ContactDraft>(first)
  const [isFavorite, setFavorite] = useState(contact?.isFavorite ?? false)
  const [errors, setErrors] = useState<ContactErrors>({})
  const [pending, setPending] = useState(false)
  const isChanged = JSON.stringify(draft) !== JSON.stringify(first) || isFavorite !== (contact?.isFavorite ?? false)
  const change = (field: ContactField, value: string) => {
    setDraft((known) => ({ ...known, [field]: value }))
    setErrors(({ [field]: _, ...others }) => others)
  }
  const check = (field: ContactField) => setErrors((known) => ({ ...known, [field]: errorsOf(draft)[field] }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = errorsOf(draft)
    setErrors(wrong)
    if (Object.keys(wrong).length) return
    setPending(true)
    try {
      await onSave({ ...fieldsOf(draft), isFavorite })
      onClose()
    } catch (error) {
      if (isApiError(error, 'validation_failed')) setErrors(error.details)
      setPending(false)
    }
  }
  return { draft, isFavorite, setFavorite, errors, pending, isChanged, change, check, submit }
}

export function ContactDialog(props: Props) {
  const id = useId()
  const { contact, onClose } = props
  const { draft, errors, pending, isChanged, change, check, submit, ...favorite } = useContactForm(props)
  const form = useRef<HTMLFormElement>(null)
  const firstWrong = Object.values(errors).find(Boolean)
  useEffect(() => {
    if (firstWrong && !form.current?.contains(document.activeElement?.closest('input, textarea') ?? null))
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [firstWrong])
  const field = (name: Exclude<ContactField, 'notes'>, label: string) => (
    <Field
      label={label}
      name={name}
      type={TYPES[name] ?? 'text'}
      value={draft[name]}
      error={errors[name]}
      maxLength={MAX[name]}
      autoComplete="off"
      autoFocus={name === 'firstName'}
      onChange={(value) => change(name, value)}
      onBlur={() => (draft[name] ? check(name) : undefined)}
    />
  )
  // Escape does not close it, so that no typed text is lost by accident; Cancel does.
  const leaving = isChanged ? undefined : { onEscape: onClose }
  return (
    <Dialog labelledBy={id} className={styles.dialog} {...leaving}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <h2 id={id}>{contact ? t.editTitle : t.addTitle}</h2>
        <div className={styles.fields}>
          <div className={styles.pair}>
            {field('firstName', t.firstName)}
            {field('lastName', t.lastName)}
          </div>
          {field('email', t.email)}
          {field('phone', t.phone)}
          {field('address', `${t.address} (${t.optional})`)}
          <Notes value={draft.notes} error={errors.notes} onChange={(value) => change('notes', value)} />
          <div className={styles.favorite}>
            <label htmlFor={`${id}f`}>{t.favorite}</label>
            <Switch id={`${id}f`} checked={favorite.isFavorite} onChange={favorite.setFavorite} />
          </div>
        </div>
        <div className={styles.both}>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={pending}>
            {pending ? t.saving : contact ? t.save : t.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Notes({ value, error, onChange }: { value: string; error: string | undefined; onChange: (value: string) => void }) {
  const id = useId()
  return (
    <div className={styles.notes}>
      <label htmlFor={id}>{`${t.notes} (${t.optional})`}</label>
      <Input.TextArea
        id={id}
        name="notes"
        rows={3}
        value={value}
        maxLength={MAX.notes}
        status={error ? 'error' : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
