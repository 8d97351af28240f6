/** The app's providers, and the error boundary around them. */
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { Component, type ReactNode, useState } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { type Services, ServicesContext } from '../core/services.ts'
import { residentTexts } from '../core/texts/en-resident.ts'
import { store } from '../features/live-call/live-store.ts'
import { CentrePage } from '../ui/primitives.tsx'
import { makeTheme } from '../ui/theme.ts'
import { PendingToasts } from '../ui/toasts.tsx'
import { toastHost } from '../ui/top-layer.ts'
import { startedWithReducedMotion, useThemeMode } from '../ui/use-theme-mode.ts'
import styles from './pages/small-pages.module.css'
import { createKeptEdits, KeptEditsContext } from './pages/use-profile-edits.ts'
import { router } from './routes.tsx'

/** Popups open inside the landmark of their trigger, so that screen readers find them by landmark. */
const landmarkOf = (trigger?: HTMLElement) => trigger?.closest('main') ?? document.body

/** A class, because React has no hook for error boundaries. */
class RootBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError() {
    return { failed: true }
  }
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <CentrePage>
        <h1 role="alert">{residentTexts.small.wrong}</h1>
        <button type="button" className={styles.reload} onClick={() => location.reload()}>
          {residentTexts.small.reload}
        </button>
      </CentrePage>
    )
  }
}

const ONE_TOAST = { maxCount: 1, getContainer: toastHost }

/** The boundary is around the providers too: an error in them must not leave an empty page. */
export function Root({ services }: { readonly services: Services }) {
  return (
    <RootBoundary>
      <Providers services={services} />
    </RootBoundary>
  )
}

function Providers({ services }: { readonly services: Services }) {
  const [keptEdits] = useState(createKeptEdits)
  const theme = makeTheme(useThemeMode(), startedWithReducedMotion)
  return (
    <ConfigProvider theme={theme} button={{ autoInsertSpace: false }} wave={{ disabled: true }} getPopupContainer={landmarkOf}>
      <App notification={ONE_TOAST}>
        <PendingToasts />
        <ServicesContext value={services}>
          <Provider store={store}>
            <QueryClientProvider client={services.queryClient}>
              <KeptEditsContext value={keptEdits}>
                <RouterProvider router={router} />
              </KeptEditsContext>
            </QueryClientProvider>
          </Provider>
        </ServicesContext>
      </App>
    </ConfigProvider>
  )
}
