/** Shown for a page that failed to render, with the error; the rest of the app works. */
import { Button } from 'antd'
import { Outlet, useLocation, useOutletContext, useRouteError } from 'react-router'
import { ApiError } from '../../core/api-error.ts'
import { sharedTexts } from '../../core/texts/en-shared.ts'
import { ErrorBoundary } from '../../ui/error-boundary.ts'
import { CentrePage } from '../../ui/primitives.tsx'
import { shellTexts } from '../en-shell.ts'
import styles from './small-pages.module.css'

export const ErrorPage = () => <PageFailed error={useRouteError()} />

/** Around each page in the shell. The router's own boundary shows what could not be loaded, but mounts nothing again. */
export function PageBoundary() {
  const { pathname } = useLocation()
  const context: unknown = useOutletContext()
  return (
    <ErrorBoundary shown={pathname} fallback={(error) => <PageFailed error={error} />}>
      <Outlet context={context} />
    </ErrorBoundary>
  )
}

export function PageFailed({ error }: { readonly error: unknown }) {
  const t = shellTexts.small
  return (
    <CentrePage legal>
      <div role="alert">
        <h1>{t.pageFailed}</h1>
        <p className={styles.hint}>{t.pageFailedHint}</p>
        <p className={styles.detail}>{error instanceof Error ? error.message : sharedTexts.common.unexpected}</p>
        {error instanceof ApiError && error.requestId ? <p className={styles.detail}>{t.supportCode(error.requestId)}</p> : null}
      </div>
      <Button type="primary" onClick={() => location.reload()}>
        {t.reload}
      </Button>
    </CentrePage>
  )
}
