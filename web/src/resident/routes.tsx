/** The routes of the resident's app: the pages of pages.ts, and those outside the shell. Pages are loaded when first opened. */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { ErrorPage, PageBoundary } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { RedirectPage } from './pages/redirect-page.tsx'
import { PAGES } from './pages.ts'
import { SignedIn } from './shell/signed-in.tsx'

const IN_SHELL: RouteObject[] = [
  ...PAGES.map(({ path, load }) => ({ path, lazy: async () => ({ Component: await load() }) })),
  { path: '/settings/devices', lazy: async () => ({ Component: (await import('./pages/settings-page.tsx')).SettingsPage }) },
  { path: '/settings/doors', element: <Navigate to="/settings?tab=doorbell" replace /> },
]

const ROUTES: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    children: [
      { path: '/auth', lazy: async () => ({ Component: (await import('./pages/auth-page.tsx')).AuthPage }) },
      { path: '/join/:token', lazy: async () => ({ Component: (await import('./pages/join-page.tsx')).JoinPage }) },
      {
        Component: SignedIn,
        children: [
          { index: true, Component: RedirectPage },
          {
            lazy: async () => ({ Component: (await import('./shell/live-pages.tsx')).LivePages }),
            children: [
              { path: '/rings/:id', lazy: async () => ({ Component: (await import('./pages/ring-page.tsx')).RingPage }) },
              { path: '/wall', lazy: async () => ({ Component: (await import('./pages/wall-page.tsx')).WallPage }) },
              {
                path: '/settings/doors/:id/sign',
                lazy: async () => ({ Component: (await import('../features/doors/sign-page.tsx')).SignPage }),
              },
              {
                lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
                children: [{ Component: PageBoundary, errorElement: <ErrorPage />, children: IN_SHELL }],
              },
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]

export const createRouter = () => createBrowserRouter(ROUTES)
