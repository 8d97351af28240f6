/** Creates an API token: its name, what it may do and how long; then shows its secret, once. */
import { CheckIcon, CopyIcon } from '@phosphor-icons/react'
import { Button, Checkbox, Select } from 'antd'
import { useEffect, useId, useRef } from 'react'
import { API_SCOPES, type ApiScope, ApiTokenForm } from '#proto/api-tokens.ts'
import { FIELD } from '#proto/limits.ts'
import { errorsOf } from '../../core/form-errors.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useCopied } from '../../ui/use-copied.ts'
import { useForm } from '../../ui/use-form.ts'
import { useCreateApiToken } from './api-token-queries.ts'
import styles from './dialogs.module.css'
import { apiTokenTexts as t } from './en-api-tokens.ts'
import type { Run } from './two-factor-queries.ts'

/** 0: until it is revoked. */
const LIVES = [30, 90, 365, 0] as const
type Life = (typeof LIVES)[number]
const lifeText = (days: Life) => (days === 0 ? t.always : days === 365 ? t.year : t.days(days))

type Values = { readonly name: string; readonly scopes: readonly ApiScope[]; readonly expiresInDays: Life }
const NOTHING: Values = { name: '', scopes: [], expiresInDays: 90 }
const formOf = ({ name, scopes, expiresInDays }: Values): ApiTokenForm => ({
  name,
  scopes: [...scopes],
  ...(expiresInDays === 0 ? {} : { expiresInDays }),
})

type Props = { readonly run: Run; readonly onClose: () => void }

export function ApiTokenDialog({ run, onClose }: Props) {
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const create = useCreateApiToken(run)
  const secret = create.data?.secret
  // The button that was pressed is removed, and the focus with it.
  useEffect(() => {
    if (secret) title.current?.focus()
  }, [secret])
  return (
    // The secret is shown only once: Escape does not lose it.
    <Dialog labelledBy={`${id}t`} describedBy={`${id}d`} className={styles.wide} {...(secret ? {} : { onEscape: onClose })}>
      <h2 id={`${id}t`} ref={title} tabIndex={-1}>
        {secret ? t.createdTitle : t.createTitle}
      </h2>
      <p id={`${id}d`}>{secret ? t.createdText : t.createText}</p>
      {secret ? <Secret secret={secret} onDone={onClose} /> : <TokenForm onCreate={create.mutateAsync} onClose={onClose} />}
    </Dialog>
  )
}

type FormProps = { readonly onCreate: (form: ApiTokenForm) => Promise<unknown>; readonly onClose: () => void }

function TokenForm({ onCreate, onClose }: FormProps) {
  const id = useId()
  const form = useForm<Values>(NOTHING, {
    check: (values) => errorsOf(ApiTokenForm, formOf(values)),
    send: async (values) => {
      await onCreate(formOf(values))
      return undefined
    },
  })
  const { values, errors, pending } = form
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Field
        label={t.name}
        autoComplete="off"
        autoFocus
        maxLength={FIELD.apiTokenName}
        {...form.field('name')}
        onBlur={() => (values.name ? form.touch('name') : undefined)}
      />
      <Scopes error={errors.scopes} value={values.scopes} onChange={(scopes) => form.set({ scopes })} />
      <div className={styles.select}>
        <label htmlFor={`${id}e`}>{t.expiry}</label>
        <Select<Life>
          id={`${id}e`}
          value={values.expiresInDays}
          options={LIVES.map((days) => ({ value: days, label: lifeText(days) }))}
          onChange={(expiresInDays) => form.set({ expiresInDays })}
        />
      </div>
      <FormButtons cancel={sharedTexts.common.cancel} onCancel={onClose} loading={pending}>
        {pending ? t.creating : t.confirm}
      </FormButtons>
    </form>
  )
}

type ScopesProps = {
  readonly error: string | undefined
  readonly value: readonly ApiScope[]
  readonly onChange: (scopes: readonly ApiScope[]) => void
}

function Scopes({ error, value, onChange }: ScopesProps) {
  const id = useId()
  return (
    <fieldset className={styles.scopes} aria-describedby={error ? id : undefined}>
      <legend>{t.may}</legend>
      {API_SCOPES.map((scope) => (
        <Checkbox
          key={scope}
          checked={value.includes(scope)}
          aria-invalid={error !== undefined}
          onChange={({ target }) => onChange(API_SCOPES.filter((one) => (one === scope ? target.checked : value.includes(one))))}
        >
          {t.scopes[scope]}
        </Checkbox>
      ))}
      {error ? (
        <p id={id} role="alert">
          {error}
        </p>
      ) : null}
    </fieldset>
  )
}

function Secret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  const { copied, copy } = useCopied()
  return (
    <>
      <div className={styles.secret}>
        <code>
          <span className="spoken">{`${t.secret}: `}</span>
          <span>{secret}</span>
        </code>
        <Button
          size="small"
          icon={copied ? <CheckIcon size={18} aria-hidden /> : <CopyIcon size={18} aria-hidden />}
          onClick={() => void copy(secret)}
        >
          {copied ? t.copied : t.copy}
        </Button>
      </div>
      <div className={styles.one}>
        <Button type="primary" onClick={onDone}>
          {t.done}
        </Button>
      </div>
    </>
  )
}
