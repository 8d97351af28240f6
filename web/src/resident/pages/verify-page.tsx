/** /auth?verify=token: the link of the verification mail. */
import { CheckCircleIcon, WarningCircleIcon } from '@phosphor-icons/react'
import { useMutation } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { CentrePage, Spinner } from '../../ui/parts.tsx'
import { keys, queryClient } from '../data/query-client.ts'
import { messageOf } from '../data/user.ts'
import { api } from '../services.ts'
import { useTitle } from '../use-title.ts'
import styles from './small-pages.module.css'

const t = residentTexts.verify

/** One token is spent once, however often React mounts the page. */
let spent = ''

export function VerifyPage({ token, signedIn }: { token: string; signedIn: boolean }) {
  useTitle(residentTexts.titles.verify)
  const navigate = useNavigate()
  const { mutate, data, error } = useMutation({
    mutationKey: ['verify', token],
    mutationFn: () => api.call('auth.verify_email', { token }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keys.user }),
  })
  useEffect(() => {
    if (spent === token) return
    spent = token
    mutate()
  }, [token, mutate])
  const done = Boolean(data)
  return (
    <CentrePage>
      {data || error ? null : <Spinner label={t.pending} />}
      <div role={error ? 'alert' : 'status'}>
        {done ? <CheckCircleIcon size={40} weight="fill" color="var(--green)" aria-hidden /> : null}
        {error ? <WarningCircleIcon size={40} weight="fill" color="var(--red)" aria-hidden /> : null}
        <h1>{done ? t.done : error ? t.failed : t.pending}</h1>
        <p className={styles.hint}>{data ? t.doneText(data.email) : error ? messageOf(error) : ''}</p>
      </div>
      {data || error ? (
        <Button type="primary" onClick={() => navigate(signedIn ? '/doorbell' : '/auth', { replace: true })}>
          {signedIn ? t.toDashboard : t.toSignIn}
        </Button>
      ) : null}
    </CentrePage>
  )
}
