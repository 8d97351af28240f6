/** /auth#undo=token: the old address takes the account back within 72 h of a change. */
import { EnvelopeSimpleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { keys } from '../../core/query-cache.ts'
import { useServices } from '../../core/services.ts'
import { LoadingPage } from '../../ui/loading-page.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { ConfirmLink } from './confirm-link.tsx'
import { linkTexts } from './en-mailed-links.ts'
import { useLinkPreview } from './link-queries.ts'
import type { MailedPageProps } from './mailed-links.ts'

const t = linkTexts.undo

export function UndoEmailPage({ token, onDone }: MailedPageProps) {
  useTitle(t.title)
  const { api, cache } = useServices()
  const claim = useLinkPreview('undo', token, (input) => api.call('auth.preview_email_undo', input))
  const undo = useMutation({
    mutationFn: () => api.call('auth.undo_email_change', { token }),
    onSuccess: () => cache.invalidate(keys.user),
  })
  if (claim.isPending) return <LoadingPage />
  const { username = '', oldEmail = '', newEmail = '' } = claim.data ?? {}
  return (
    <ConfirmLink
      icon={<EnvelopeSimpleIcon size={40} aria-hidden />}
      texts={t}
      text={t.text(username, oldEmail, newEmail)}
      doneText={undo.data && t.doneText(undo.data.email)}
      error={claim.error ?? undo.error}
      run={undo}
      onConfirm={() => undo.mutate()}
      next={
        <Button type="primary" size="large" onClick={() => onDone(undo.isSuccess ? 'forgot' : undefined)}>
          {undo.isSuccess ? t.toReset : linkTexts.toSignIn}
        </Button>
      }
    />
  )
}
