/** Creates an API token: its name, what it may do and how long; then shows its secret, once. */
import { Select } from 'antd'
import { useId } from 'react'
import { API_SCOPES, type ApiScope, ApiTokenForm } from '#proto/api-tokens.ts'
import { FIELD } from '#proto/limits.ts'
import { errorsOf } from '../../core/form-errors.ts'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Choices } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useCreateApiToken } from './api-token-queries.ts'
import styles from './dialogs.module.css'
import { apiTokenTexts as t } from './en-api-tokens.ts'
import { SecretDialog } from './secret-dialog.tsx'

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

const SHOWN = { title: t.createdTitle, text: t.createdText, name: t.secret }
const SCOPES = API_SCOPES.map((value) => ({ value, label: t.scopes[value] }))

type Props = { readonly run: Run; readonly onClose: () => void }

export function ApiTokenDialog({ run, onClose }: Props) {
  const create = useCreateApiToken(run)
  return (
    <SecretDialog title={t.createTitle} text={t.createText} secret={create.data?.secret} shown={SHOWN} onClose={onClose}>
      <TokenForm onCreate={create.mutateAsync} onClose={onClose} />
    </SecretDialog>
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
      <Choices legend={t.may} error={errors.scopes} options={SCOPES} value={values.scopes} onChange={(scopes) => form.set({ scopes })} />
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
