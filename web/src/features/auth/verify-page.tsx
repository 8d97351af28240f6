/** /auth#verify=token: the link that confirms an email. It needs a press, because mail scanners open links too. */
import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { useSinglePress } from '../../ui/use-single-press.ts'
import { useTitle } from '../../ui/use-title.ts'
import { accountNoticeTexts } from './en-account-notices.ts'
import { useLinkPreview } from './link-queries.ts'
import styles from './mailed.module.css'
import type { MailedPageProps } from './mailed-links.ts'
import { DONE, FAILED, Outcome } from './outcome.tsx'

const t = accountNoticeTexts.verify

export function VerifyPage({ token, signedIn, onDone }: MailedPageProps) {
  const { api, cache } = useServices()
  useTitle(accountNoticeTexts.verify.title)
  const claim = useLinkPreview('verify', token, (input) => api.call('auth.preview_verification', input))
  const answer = useMutation({
    mutationFn: async (isMine: boolean) => {
      if (isMine) return { confirmed: (await api.call('auth.verify_email', { token })).email }
      await api.call('auth.reject_verification', { token })
      return { confirmed: undefined }
    },
    onSuccess: () => cache.invalidate(keys.user),
  })
  const press = useSinglePress(answer)
  const isSending = (isMine: boolean) => answer.isPending && answer.variables === isMine
  const goOn = (
    <Button type="primary" size="large" onClick={() => onDone()}>
      {signedIn ? t.toDashboard : t.toSignIn}
    </Button>
  )
  const error = claim.error ?? answer.error
  if (error) return <Outcome icon={FAILED} role="alert" heading={t.failed} text={errorMessageOf(error)} action={goOn} />
  if (answer.data?.confirmed !== undefined)
    return <Outcome icon={DONE} role="status" heading={t.done} text={t.doneText(answer.data.confirmed)} action={goOn} />
  if (answer.data) return <Outcome icon={DONE} role="status" heading={t.rejected} text={t.rejectedText} action={goOn} />
  if (!claim.data) return <LoadingPage />
  return (
    <Outcome
      icon={<EnvelopeSimpleIcon size={40} aria-hidden />}
      heading={t.ask}
      text={t.askText(claim.data.username, claim.data.email)}
      action={
        <div className={styles.choice}>
          <Button
            type="primary"
            size="large"
            disabled={answer.isPending}
            loading={isSending(true)}
            onClick={() => press(() => answer.mutate(true))}
          >
            {t.mine}
          </Button>
          <Button size="large" disabled={answer.isPending} loading={isSending(false)} onClick={() => press(() => answer.mutate(false))}>
            {t.notMine}
          </Button>
        </div>
      }
    />
  )
}
