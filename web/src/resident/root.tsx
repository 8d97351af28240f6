/** The app's providers, and the error boundary around them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { ServicesContext } from '../core/services.ts'
import { CallContext } from '../features/live-call/call-context.ts'
import { KeptEditsContext } from '../features/settings/use-profile-edits.ts'
import { ErrorBoundary } from '../ui/error-boundary.ts'
import { ButtonSpinner, CentrePage } from '../ui/primitives.tsx'
import { makeTheme } from '../ui/theme.ts'
import { ToastHost, ToastsContext } from '../ui/toasts.tsx'
import { TopLayerContext } from '../ui/top-layer.ts'
import { startedWithReducedMotion, useThemeMode } from '../ui/use-theme-mode.ts'
import type { ResidentApp } from './app.ts'
import { shellTexts } from './en-shell.ts'
import styles from './pages/small-pages.module.css'

const BUTTONS = { autoInsertSpace: false, loadingIcon: <ButtonSpinner /> }

/** Popups open inside the landmark of their trigger, so that screen readers find them by landmark. */
const landmarkOf = (trigger?: HTMLElement) => trigger?.closest('main') ?? document.body

/** Without antd, whose provider may be what failed. */
const Failed = () => (
  <CentrePage>
    <h1 role="alert">{shellTexts.small.wrong}</h1>
    <button type="button" className={styles.reload} onClick={() => location.reload()}>
      {shellTexts.small.reload}
    </button>
  </CentrePage>
)

type RootProps = { readonly createApp: () => ResidentApp }

/** The boundary is around the whole app: an error must not leave an empty page. */
export function Root({ createApp }: RootProps) {
  const made = useRef<ResidentApp>(undefined)
  return (
    <ErrorBoundary fallback={Failed}>
      <WithApp createApp={() => (made.current ??= createApp())} />
    </ErrorBoundary>
  )
}

/** Mounted again after an error, it has the same app. */
function WithApp({ createApp }: RootProps) {
  const [app] = useState(createApp)
  return (
    <Providers app={app}>
      <RouterProvider router={app.router} />
    </Providers>
  )
}

function Providers({ app, children }: { readonly app: ResidentApp; readonly children: ReactNode }) {
  const { services, topLayer } = app
  const theme = makeTheme(useThemeMode(), startedWithReducedMotion)
  const [oneToast] = useState(() => ({ maxCount: 1, getContainer: topLayer.overlay }))
  return (
    <ConfigProvider theme={theme} button={BUTTONS} wave={{ disabled: true }} getPopupContainer={landmarkOf}>
      <App notification={oneToast}>
        <ToastsContext value={app.toasts}>
          <TopLayerContext value={topLayer}>
            <ToastHost />
            <ServicesContext value={services}>
              <QueryClientProvider client={services.queryClient}>
                <Provider store={app.liveStore.redux}>
                  <CallContext value={app.callController}>
                    <KeptEditsContext value={app.keptEdits}>{children}</KeptEditsContext>
                  </CallContext>
                </Provider>
              </QueryClientProvider>
            </ServicesContext>
          </TopLayerContext>
        </ToastsContext>
      </App>
    </ConfigProvider>
  )
}
