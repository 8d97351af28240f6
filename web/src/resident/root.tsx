/** The providers around everything, and the last resort when even they fail. */
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import { Component, type ReactNode } from 'react'
import { Provider } from 'react-redux'
import { RouterProvider } from 'react-router/dom'
import { residentTexts } from '../core/texts/en-resident.ts'
import { CentrePage } from '../ui/parts.tsx'
import { makeTheme } from '../ui/theme.ts'
import { WaitingToasts } from '../ui/toasts.tsx'
import { toastHost } from '../ui/top-layer.ts'
import { beganStill, useThemeMode } from '../ui/use-theme-mode.ts'
import { queryClient } from './data/query-client.ts'
import styles from './pages/small-pages.module.css'
import { router } from './routes.tsx'
import { store } from './store.ts'

/** Lists and tips open inside the landmark of what opens them, where a screen reader that walks by landmarks finds them. */
const landmarkOf = (trigger?: HTMLElement) => trigger?.closest('main') ?? document.body

/** React has no hook for this: an error boundary is a class. */
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

/** The boundary stands around the providers too: what they throw must not leave an empty page. */
export function Root() {
  return (
    <RootBoundary>
      <Providers />
    </RootBoundary>
  )
}

function Providers() {
  const theme = makeTheme(useThemeMode(), beganStill)
  return (
    <ConfigProvider theme={theme} button={{ autoInsertSpace: false }} wave={{ disabled: true }} getPopupContainer={landmarkOf}>
      <App notification={ONE_TOAST}>
        <WaitingToasts />
        <Provider store={store}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </Provider>
      </App>
    </ConfigProvider>
  )
}
