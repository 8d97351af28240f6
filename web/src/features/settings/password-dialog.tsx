/** Asks for the password before the email may change (decision 26). */
import { Button } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { settingsTexts } from './en-settings.ts'
import styles from './settings.module.css'

const t = settingsTexts.password

type Props = {
  readonly email: string
  /** @returns the password's error, or nothing if it was accepted */
  readonly onConfirm: (password: string) => Promise<string | undefined>
  readonly onClose: () => void
}

export function PasswordDialog({ email, onConfirm, onClose }: Props) {
  const id = useId()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const [pending, setPending] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (pending) return
    if (!password) return setError(t.required)
    setPending(true)
    const wrong = await onConfirm(password)
    setError(wrong)
    setPending(false)
  }
  return (
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.dialog} onEscape={onClose}>
      <form noValidate onSubmit={(event) => void confirm(event)}>
        <h2 id={`${id}t`}>{t.title}</h2>
        <p id={`${id}d`}>{t.text(email)}</p>
        <Field
          label={t.label}
          name="password"
          autoComplete="current-password"
          autoFocus
          secret={{ show: t.show, hide: t.hide }}
          value={password}
          error={error}
          onChange={(value) => {
            setPassword(value)
            setError(undefined)
          }}
        />
        <div className={styles.both}>
          <Button onClick={onClose}>{sharedTexts.common.cancel}</Button>
          <Button type="primary" htmlType="submit" loading={pending ? { icon: null } : false}>
            {t.confirm}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
