/** Adds or edits a webhook, or gives it a new secret. The secret of a new one, and a new one, are shown once. */
import { Button } from 'antd'
import { useRef } from 'react'
import { FIELD } from '#proto/limits.ts'
import { WEBHOOK_EVENTS, type Webhook, type WebhookEvent, WebhookForm } from '#proto/webhooks.ts'
import { errorsOf, issueMessage } from '../../core/form-errors.ts'
import { useDoors } from '../../core/queries/doors.ts'
import type { Run } from '../../core/reauthentication.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { Choices } from '../../ui/choices.tsx'
import { Field } from '../../ui/field.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useSinglePress } from '../../ui/use-single-press.ts'
import styles from './dialogs.module.css'
import { webhookTexts as t } from './en-webhooks.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { useAddWebhook, useChangeWebhook, useRotateWebhook } from './webhook-queries.ts'
import { receiverName } from './webhook-receiver.ts'

const SHOWN = { title: t.secretTitle, text: t.secretText, name: t.secret }
const documentation = (
  <Button type="link" href="/api/docs" target="_blank">
    {t.documentation}
  </Button>
)

type Values = { readonly url: string; readonly events: readonly WebhookEvent[]; readonly doors: readonly number[] }
const NEW: Values = { url: '', events: WEBHOOK_EVENTS, doors: [] }
const EVENTS = WEBHOOK_EVENTS.map((value) => ({ value, label: t.events[value] }))

/** The form in which an address is stored; undefined for no address of the web. */
function storedUrl(text: string): string | undefined {
  try {
    const { href, protocol } = new URL(text)
    return protocol === 'https:' || protocol === 'http:' ? href : undefined
  } catch {
    return undefined
  }
}

/** The address is compared in the form in which it is stored. */
const Rest = WebhookForm.omit({ url: true })
const errorsIn = ({ url, ...rest }: Values) => ({
  ...errorsOf(Rest, rest),
  ...(storedUrl(url) ? {} : { url: issueMessage('webhook_url_invalid') }),
})
const formOf = ({ url, events, doors }: Values): WebhookForm => ({ url: storedUrl(url) ?? url, events: [...events], doors: [...doors] })

/** Another address needs the password; the doors may be ones that are deleted, which the server refuses. */
function changeOf({ id, ...before }: Webhook, { url, events, doors }: WebhookForm) {
  const hasDoors = doors.join() === before.doors.join()
  return { id, events, ...(url === before.url ? {} : { url }), ...(hasDoors ? {} : { doors }) }
}

type Props = { /** Without one it is added. */ readonly webhook?: Webhook; readonly run: Run; readonly onClose: () => void }

export function WebhookDialog({ webhook, run, onClose }: Props) {
  const add = useAddWebhook(run)
  const change = useChangeWebhook(run)
  // The secret of one that is being added would be lost.
  const close = () => (add.isPending ? undefined : onClose())
  const save = async (form: WebhookForm) => {
    if (webhook) {
      await change.mutateAsync(changeOf(webhook, form))
      onClose()
    } else await add.mutateAsync(form)
  }
  return (
    <SecretDialog
      title={webhook ? t.editOf(receiverName(webhook)) : t.add}
      text={t.formText}
      secret={add.data?.secret}
      shown={SHOWN}
      below={documentation}
      onClose={close}
    >
      <Form webhook={webhook} onSave={save} onClose={close} />
    </SecretDialog>
  )
}

type FormProps = {
  readonly webhook: Webhook | undefined
  readonly onSave: (form: WebhookForm) => Promise<void>
  readonly onClose: () => void
}

function Form({ webhook, onSave, onClose }: FormProps) {
  const doors = useDoors().data ?? []
  const form = useForm<Values>(webhook ? { url: webhook.url, events: webhook.events, doors: webhook.doors } : NEW, {
    check: errorsIn,
    send: async (values) => {
      await onSave(formOf(values))
      return undefined
    },
  })
  const { values, errors, pending } = form
  // A webhook of a door that is deleted can be given another one, also where only one is left.
  const canChoose = doors.length > 1 || (doors.length > 0 && Boolean(webhook?.doors.length))
  return (
    <form className={styles.form} noValidate onSubmit={form.submit}>
      <Field
        label={t.url}
        type="url"
        autoComplete="off"
        autoFocus
        maxLength={FIELD.webhookUrl}
        {...form.field('url')}
        onBlur={() => (values.url ? form.touch('url') : undefined)}
      />
      <Choices legend={t.when} error={errors.events} options={EVENTS} value={values.events} onChange={(events) => form.set({ events })} />
      {canChoose ? (
        <Choices
          legend={t.doors}
          note={t.doorsNote}
          options={doors.map(({ id, label }) => ({ value: id, label }))}
          value={values.doors}
          onChange={(chosen) => form.set({ doors: chosen })}
        />
      ) : null}
      <FormButtons cancel={sharedTexts.common.cancel} onCancel={onClose} loading={pending}>
        {webhook ? (pending ? t.saving : t.save) : pending ? t.adding : t.confirm}
      </FormButtons>
    </form>
  )
}

type NewSecretProps = { readonly webhook: Webhook; readonly run: Run; readonly onClose: () => void }

export function NewSecretDialog({ webhook, run, onClose }: NewSecretProps) {
  const rotate = useRotateWebhook(run)
  const press = useSinglePress(rotate)
  const cancel = useRef<HTMLButtonElement>(null)
  // A secret that nobody has seen cannot be read again, and the next one ends the signing with the receiver's.
  const close = () => (rotate.isPending ? undefined : onClose())
  return (
    <SecretDialog
      title={t.rotateTitle(receiverName(webhook))}
      text={t.rotateText}
      secret={rotate.data?.secret}
      shown={SHOWN}
      focus={cancel}
      onClose={close}
    >
      <div className={styles.both}>
        <Button ref={cancel} onClick={close}>
          {sharedTexts.common.cancel}
        </Button>
        <Button type="primary" loading={rotate.isPending} onClick={() => press(() => rotate.mutate(webhook.id))}>
          {rotate.isPending ? t.creating : t.create}
        </Button>
      </div>
    </SecretDialog>
  )
}
