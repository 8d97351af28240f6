/** Pages of the web: the gateway serves these with 200 and the 404 page for any other path. */
export const RESIDENT_PAGES = [
  '/',
  '/auth',
  '/contacts',
  '/doorbell',
  '/visitors-page',
  '/security',
  '/activity-logs',
  '/household',
  '/notifications',
  '/rings/:id',
  '/subscription',
  '/settings',
  '/settings/devices',
  '/settings/doors',
  '/settings/doors/:id/sign',
  '/wall',
  '/join/:token',
] as const
/** Its token lets one person into a household: the gateway keeps it from search engines and from other sites. */
export const INVITATION_PAGE = '/join/:token' satisfies (typeof RESIDENT_PAGES)[number]
/** The public status page, where the operator has turned it on: rendered as the visitor's pages are. */
export const STATUS_PAGE = '/status'
export const VISITOR_PAGES = ['/visitor', '/visitor/:qrCodeId', '/visitor/invite/:token', '/visitor/pass/:token'] as const
