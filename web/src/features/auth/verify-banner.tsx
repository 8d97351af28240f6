import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorMessageOf } from '../../core/error-message.ts'
import { useConfirmedElsewhere } from '../../core/queries/user.ts'
import { useServices } from '../../core/services.ts'
import { Banner } from '../../ui/primitives.tsx'
import { useToast } from '../../ui/toasts.tsx'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { accountNoticeTexts } from './en-account-notices.ts'

const t = accountNoticeTexts.verify

/** An unconfirmed email address is reserved for 72 h: shows that, with a button for a new mail. */
export function VerifyBanner({ email }: { email: string }) {
  const { api } = useServices()
  const toast = useToast()
  useConfirmedElsewhere()
  const resend = useMutation({
    mutationFn: () => api.call('auth.resend_verification', {}),
    onSuccess: () => toast({ kind: 'success', title: t.resent, text: t.resentText }),
    onError: (error) => toast({ kind: 'failure', title: t.resendFailed, text: errorMessageOf(error) }),
  })
  const press = useSinglePress(resend)
  return (
    <Banner icon={<EnvelopeSimpleIcon size={20} aria-hidden />} title={t.open} text={t.openText(email)}>
      <Button size="small" disabled={resend.isPending || resend.isSuccess} onClick={() => press(() => resend.mutate())}>
        {t.resend}
      </Button>
    </Banner>
  )
}
