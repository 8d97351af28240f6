/** `/` and every way in for somebody who is signed in: mark, spinner, on to the dashboard. */
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { TIME } from '#proto/limits.ts'
import { HOME } from '../../core/return-path.ts'
import { residentTexts } from '../../core/texts/en-resident.ts'
import { CentrePage, Spinner } from '../../ui/parts.tsx'

export function RedirectPage({ to = HOME }: { to?: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true }), TIME.redirectAfterAuth)
    return () => clearTimeout(timer)
  }, [navigate, to])
  return (
    <CentrePage>
      <Spinner label={residentTexts.common.loading} />
      <p>{residentTexts.small.redirecting}</p>
    </CentrePage>
  )
}

/** While it is not known who is there. */
export function LoadingPage() {
  return (
    <CentrePage>
      <Spinner label={residentTexts.common.loading} />
    </CentrePage>
  )
}
