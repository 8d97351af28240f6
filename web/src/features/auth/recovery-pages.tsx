/**
 * /auth#recovery=token and /auth#cancel-recovery=token: the wait that removes lost second factors, begun and cancelled
 * (docs/product/decisions.md, 25).
 */
import { ShieldCheckIcon, ShieldWarningIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { calendarDate, clockTime } from '../../ui/time.ts'
import { useTitle } from '../../ui/use-title.ts'
import { ConfirmLink } from './confirm-link.tsx'
import { linkTexts } from './en-mailed-links.ts'
import type { MailedPageProps } from './mailed-links.ts'

const { begin, cancel } = linkTexts

const toSignIn = (onDone: MailedPageProps['onDone']) => (
  <Button type="primary" size="large" onClick={() => onDone()}>
    {linkTexts.toSignIn}
  </Button>
)

export function BeginRecoveryPage({ token, onDone }: MailedPageProps) {
  useTitle(begin.title)
  const { api } = useServices()
  const start = useMutation({ mutationFn: () => api.call('auth.begin_recovery', { token }) })
  const endsAt = start.data?.endsAt
  return (
    <ConfirmLink
      icon={<ShieldWarningIcon size={40} aria-hidden />}
      texts={begin}
      text={begin.text}
      doneText={endsAt && begin.doneText(calendarDate(endsAt), clockTime(endsAt))}
      error={start.error}
      run={start}
      onConfirm={() => start.mutate()}
      next={toSignIn(onDone)}
    />
  )
}

export function CancelRecoveryPage({ token, onDone }: MailedPageProps) {
  useTitle(cancel.title)
  const { api, cache } = useServices()
  const stop = useMutation({
    mutationFn: () => api.call('auth.cancel_recovery_by_link', { token }),
    onSuccess: () => cache.invalidate(keys.user, keys.twoFactor),
  })
  return (
    <ConfirmLink
      icon={<ShieldCheckIcon size={40} aria-hidden />}
      texts={cancel}
      text={cancel.text}
      doneText={stop.isSuccess ? cancel.doneText : undefined}
      error={stop.error}
      run={stop}
      onConfirm={() => stop.mutate()}
      next={toSignIn(onDone)}
    />
  )
}
