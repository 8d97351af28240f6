/** The addresses of the resident's app, and where to go after signing in: the page that was requested before, if it is one of ours. */
import { RESIDENT_PAGES } from '#proto/pages.ts'

export const HOME = '/doorbell'
/** The page that replaces every address on a wall display. */
export const WALL = '/wall'
const pattern = (page: string) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`)
const PAGES = RESIDENT_PAGES.map(pattern)
const BEHIND_SIGN_IN = RESIDENT_PAGES.filter((page) => page !== '/' && page !== '/auth').map(pattern)

/** Whether a path is a page of the resident's app. */
export const isResidentPath = (pathname: string): boolean => PAGES.some((page) => page.test(pathname))

/** @returns the token of an invitation to a household, without what programs add behind a link; undefined for another path */
export const tokenOfInvitation = (path: string): string | undefined => /^\/join\/([\w-]+)/.exec(path)?.[1]

/** @param asked the requested page, from browser state and thus unchecked @returns a path of this origin */
export function returnPath(asked: unknown): string {
  if (typeof asked !== 'string' || !asked.startsWith('/') || asked.startsWith('//') || asked.includes('\\')) return HOME
  const { pathname, search, hash } = new URL(asked, 'http://localhost')
  return BEHIND_SIGN_IN.some((page) => page.test(pathname)) ? `${pathname}${search}${hash}` : HOME
}
