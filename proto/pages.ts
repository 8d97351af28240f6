/** Pages of the web: what the gateway serves with 200; any other path is the 404 page. Later pages are one line. */
export const RESIDENT_PAGES = [
  '/',
  '/auth',
  '/contacts',
  '/doorbell',
  '/visitors-page',
  '/activity-logs',
  '/notifications',
  '/subscription',
  '/settings',
  '/settings/doors',
  '/settings/doors/:id/sign',
] as const
export const VISITOR_PAGES = ['/visitor', '/visitor/:qrCodeId', '/visitor/invite/:token', '/visitor/pass/:token'] as const
