/** /auth#verify=token: the link that confirms an email. It needs a press, because mail scanners open links too. */
import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { accountNoticeTexts } from './en-account-notices.ts'
import { usePreview } from './link-queries.ts'
import styles from './mailed.module.css'
import type { MailedPageProps } from './mailed-page.tsx'
import { DONE, FAILED, Outcome } from './outcome.tsx'

const t = accountNoticeTexts.verify

export function VerifyPage({ token, signedIn, onDone }: MailedPageProps) {
  const { api, cache } = useServices()
  useTitle(accountNoticeTexts.verify.title)
  const claim = usePreview('verify', token, (input) => api.call('auth.preview_verification', input))
  const confirm = useMutation({
    mutationFn: () => api.call('auth.verify_email', { token }),
    onSuccess: () => cache.invalidate(keys.user),
  })
  const reject = useMutation({
    mutationFn: () => api.call('auth.reject_verification', { token }),
    onSuccess: () => cache.invalidate(keys.user),
  })
  const pending = confirm.isPending || reject.isPending
  const goOn = (
    <Button type="primary" size="large" onClick={() => onDone()}>
      {signedIn ? t.toDashboard : t.toSignIn}
    </Button>
  )
  const error = claim.error ?? confirm.error ?? reject.error
  if (error) return <Outcome icon={FAILED} role="alert" heading={t.failed} text={errorMessageOf(error)} action={goOn} />
  if (confirm.data) return <Outcome icon={DONE} role="status" heading={t.done} text={t.doneText(confirm.data.email)} action={goOn} />
  if (reject.data) return <Outcome icon={DONE} role="status" heading={t.rejected} text={t.rejectedText} action={goOn} />
  if (!claim.data) return <LoadingPage />
  return (
    <Outcome
      icon={<EnvelopeSimpleIcon size={40} aria-hidden />}
      heading={t.ask}
      text={t.askText(claim.data.username, claim.data.email)}
      action={
        <div className={styles.choice}>
          <Button type="primary" size="large" disabled={pending} loading={confirm.isPending} onClick={() => confirm.mutate()}>
            {t.mine}
          </Button>
          <Button size="large" disabled={pending} loading={reject.isPending} onClick={() => reject.mutate()}>
            {t.notMine}
          </Button>
        </div>
      }
    />
  )
}
