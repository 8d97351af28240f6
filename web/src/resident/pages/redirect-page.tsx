/** `/` for a signed-in user: logo and spinner, then the dashboard. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { TIME } from '#proto/limits.ts'
import { HOME } from '../../core/return-path.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { CentrePage, Spinner } from '../../ui/primitives.tsx'
import { shellTexts } from '../en-shell.ts'

export function RedirectPage({ to = HOME }: { to?: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), TIME.redirectAfterAuth)
    return () => clearTimeout(timer)
  }, [navigate, to])
  return (
    <CentrePage>
      <Spinner label={sharedTexts.common.loading} />
      <p>{shellTexts.small.redirecting}</p>
    </CentrePage>
  )
}
