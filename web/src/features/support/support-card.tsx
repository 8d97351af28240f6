/**
 * A question to the operator of this server; Premium's are answered first (docs/product/decisions.md, 20). Hidden if it takes none.
 */
import { Button } from 'antd'
import { FIELD } from '#proto/limits.ts'
import { errorMessageOf } from '../../core/error-message.ts'
import { useSupport } from '../../core/queries/support.ts'
import { useSignedIn } from '../../core/queries/user.ts'
import { useServices } from '../../core/services.ts'
import { Field } from '../../ui/field.tsx'
import { Card } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useForm } from '../../ui/use-form.ts'
import { supportTexts as t } from './en-support.ts'
import styles from './support-card.module.css'

export function SupportCard() {
  const { data } = useSupport()
  const { email, emailVerified, subscriptionTier } = useSignedIn()
  if (!data?.open) return null
  return (
    <Card label={t.title} className={styles.card}>
      <h2>{t.title}</h2>
      <p>{subscriptionTier === 'premium' ? t.priority : t.text}</p>
      {emailVerified ? <SupportForm email={email} /> : <p>{t.unconfirmed}</p>}
    </Card>
  )
}

function SupportForm({ email }: { readonly email: string }) {
  const { api } = useServices()
  const toast = useToast()
  const form = useForm(
    { message: '' },
    {
      send: async ({ message }) => {
        try {
          await api.call('auth.ask_support', { message })
          form.set({ message: '' })
          toast({ kind: 'success', title: t.sent, text: t.sentText(email) })
        } catch (error) {
          toast({ kind: 'failure', title: t.failed, text: errorMessageOf(error) })
          throw error
        }
        return undefined
      },
    },
  )
  const isEmpty = form.values.message.trim() === ''
  return (
    <form onSubmit={form.submit} noValidate>
      <Field {...form.field('message')} label={t.label} lines={4} maxLength={FIELD.chatMessage} />
      <Button htmlType="submit" loading={form.pending} disabled={isEmpty}>
        {form.pending ? t.sending : t.send}
      </Button>
    </form>
  )
}
