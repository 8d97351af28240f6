/** The pages of the access matrix: each with the owner's objects in its address, and who may see them. */
import { RESIDENT_PAGES, STATUS_PAGE, VISITOR_PAGES } from '#proto/pages.ts'
import type { Owned } from './rows.ts'

export type PagePath = (typeof VISITOR_PAGES)[number] | (typeof RESIDENT_PAGES)[number] | typeof STATUS_PAGE

export type PageRow = {
  readonly page: PagePath
  /** Distinguishes several rows of one page. */
  readonly what?: string
  readonly path: (owned: Owned) => string
  /**
   * Who sees a text of the owner's visitors in the page: the visitor of the ring, everyone who has the link, or nobody, because the page
   * reads the rest by operations.
   */
  readonly shownTo: 'visitor' | 'link' | 'nobody'
}

const door = ({ user }: Owned) => `/visitor/${user.qrCodeId}`

export const PAGE_ROWS: readonly PageRow[] = [
  { page: '/visitor', path: () => '/visitor', shownTo: 'nobody' },
  { page: '/visitor/:qrCodeId', path: door, shownTo: 'visitor' },
  { page: '/visitor/:qrCodeId', what: 'visits', path: (owned) => `${door(owned)}?tab=left`, shownTo: 'visitor' },
  { page: '/visitor/:qrCodeId', what: 'schedule', path: (owned) => `${door(owned)}?tab=schedule`, shownTo: 'nobody' },
  { page: '/visitor/:qrCodeId', what: 'building', path: (owned) => `${door(owned)}?tab=building`, shownTo: 'nobody' },
  { page: '/visitor/invite/:token', path: ({ invite }) => `/visitor/invite/${invite}`, shownTo: 'nobody' },
  { page: '/visitor/pass/:token', path: ({ requests }) => `/visitor/pass/${requests.approved.token}`, shownTo: 'link' },
  { page: STATUS_PAGE, path: () => STATUS_PAGE, shownTo: 'nobody' },
  ...RESIDENT_PAGES.map(
    (page): PageRow => ({
      page,
      path: ({ door: id }) => page.replace(':id', String(id)).replace(':token', 'x'.repeat(43)),
      shownTo: 'nobody',
    }),
  ),
]

/** @returns a sentence for each page without a row */
export const pageGaps = (): readonly string[] =>
  [...VISITOR_PAGES, ...RESIDENT_PAGES]
    .filter((page) => !PAGE_ROWS.some((row) => row.page === page))
    .map((page) => `add a row for the page ${page} in scripts/lab/access/page-rows.ts`)
