/** The routes of the resident's app. Pages are loaded when first opened. */
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { ErrorPage } from './pages/error-page.tsx'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { RedirectPage } from './pages/redirect-page.tsx'
import { SignedIn } from './shell/signed-in.tsx'

const ROUTES: RouteObject[] = [
  {
    errorElement: <ErrorPage />,
    hydrateFallbackElement: <></>,
    children: [
      { path: '/auth', lazy: async () => ({ Component: (await import('./pages/auth-page.tsx')).AuthPage }) },
      {
        Component: SignedIn,
        children: [
          { index: true, Component: RedirectPage },
          {
            lazy: async () => ({ Component: (await import('./shell/live-pages.tsx')).LivePages }),
            children: [
              {
                path: '/settings/doors/:id/sign',
                lazy: async () => ({ Component: (await import('../features/doors/sign-page.tsx')).SignPage }),
              },
              {
                lazy: async () => ({ Component: (await import('./shell/shell.tsx')).Shell }),
                children: [
                  {
                    errorElement: <ErrorPage />,
                    children: [
                      { path: '/doorbell', lazy: async () => ({ Component: (await import('./pages/doorbell-page.tsx')).DoorbellPage }) },
                      {
                        path: '/contacts',
                        lazy: async () => ({ Component: (await import('../features/contacts/contacts-page.tsx')).ContactsPage }),
                      },
                      { path: '/settings', lazy: async () => ({ Component: (await import('./pages/settings-page.tsx')).SettingsPage }) },
                      { path: '/settings/doors', element: <Navigate to="/settings?tab=doorbell" replace /> },
                      {
                        path: '/visitors-page',
                        lazy: async () => ({ Component: (await import('./pages/visitors-page.tsx')).VisitorsPage }),
                      },
                      {
                        path: '/activity-logs',
                        lazy: async () => ({
                          Component: (await import('../features/activity-log/activity-logs-page.tsx')).ActivityLogsPage,
                        }),
                      },
                      {
                        path: '/notifications',
                        lazy: async () => ({ Component: (await import('./pages/notifications-page.tsx')).NotificationsPage }),
                      },
                      {
                        path: '/subscription',
                        lazy: async () => ({
                          Component: (await import('../features/subscription/subscription-page.tsx')).SubscriptionPage,
                        }),
                      },
                    ],
                  },
                ],
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
