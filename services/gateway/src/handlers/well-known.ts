/** Addresses that tools know of every site (RFC 8615): where a password is changed, and whom to tell of a weakness. */
import type { Express } from 'express'
import type { Clock } from '#kit/clock.ts'
import { DAY_MS } from '#proto/durations.ts'
import { LANGUAGES } from '#proto/languages.ts'
import type { Site } from '../domain/site.ts'

type WellKnownDeps = { readonly site: Site; readonly clock: Clock }

/** Password managers open it (W3C, A Well-Known URL for Changing Passwords); a signed-out person is asked to sign in first. */
const CHANGE_PASSWORD_PAGE = '/settings?tab=security'

/** Less than a year is recommended (RFC 9116, 2.5.5); a server that runs renews it each day. */
const EXPIRES_DAYS = 180

/** RFC 9116. @param contact an address as a URI */
export function securityText(contact: string, { publicUrl }: Site, now: Date): string {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  return [
    `Contact: ${contact}`,
    `Expires: ${new Date(today + EXPIRES_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${LANGUAGES.join(', ')}`,
    `Canonical: ${publicUrl.origin}/.well-known/security.txt`,
    '',
  ].join('\n')
}

/** @param contact undefined: there is no security.txt */
export function mountWellKnown(app: Express, { site, clock }: WellKnownDeps, contact: string | undefined): void {
  app.get('/.well-known/change-password', (_request, response) => response.redirect(303, CHANGE_PASSWORD_PAGE))
  if (contact === undefined) return
  app.get('/.well-known/security.txt', (_request, response) => {
    response
      .set('Cache-Control', 'public, max-age=86400')
      .type('text/plain')
      .send(securityText(contact, site, clock.now()))
  })
}
