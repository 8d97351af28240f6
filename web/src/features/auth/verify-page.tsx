/** /auth#verify=token: the link that confirms an email. It needs a press, because mail scanners open links too. */
import { CheckCircleIcon, EnvelopeSimpleIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { errorMessageOf } from '../../core/error-message.ts'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { CentrePage, Spinner } from '../../ui/primitives.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { accountNoticeTexts } from './en-account-notices.ts'
import styles from './verify-page.module.css'

const t = accountNoticeTexts.verify

type Props = { readonly token: string; readonly signedIn: boolean; readonly onDone: () => void }

export function VerifyPage({ token, signedIn, onDone }: Props) {
  const { api, cache } = useServices()
  useTitle(accountNoticeTexts.verify.title)
  const claim = useQuery({
    queryKey: ['verification', token],
    queryFn: () => api.call('auth.preview_verification', { token }),
    // Not refetched: a used token would then be an error.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnMount: false,
  })
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
    <Button type="primary" size="large" onClick={onDone}>
      {signedIn ? t.toDashboard : t.toSignIn}
    </Button>
  )
  const error = claim.error ?? confirm.error ?? reject.error
  if (error) return <Outcome icon={FAILED} role="alert" heading={t.failed} text={errorMessageOf(error)} action={goOn} />
  if (confirm.data) return <Outcome icon={DONE} role="status" heading={t.done} text={t.doneText(confirm.data.email)} action={goOn} />
  if (reject.data) return <Outcome icon={DONE} role="status" heading={t.rejected} text={t.rejectedText} action={goOn} />
  if (!claim.data)
    return (
      <CentrePage>
        <Spinner label={sharedTexts.common.loading} />
      </CentrePage>
    )
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

const DONE = <CheckCircleIcon size={40} weight="fill" color="var(--green)" aria-hidden />
const FAILED = <WarningCircleIcon size={40} weight="fill" color="var(--red)" aria-hidden />

type OutcomeProps = {
  readonly icon: ReactNode
  readonly role?: 'alert' | 'status'
  readonly heading: string
  readonly text: string
  readonly action: ReactNode
}

function Outcome({ icon, role, heading, text, action }: OutcomeProps) {
  return (
    <CentrePage>
      <div role={role}>
        {icon}
        <h1>{heading}</h1>
        <p className={styles.hint}>{text}</p>
      </div>
      {action}
    </CentrePage>
  )
}
