/** Mounts the visitor's pages, which work without script: load → state → render, and form post → operation → redirect. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express, NextFunction, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS } from '#proto/errors.ts'
import { VISITOR_PAGES } from '#proto/pages.ts'
import { chooseLanguage } from '../domain/language.ts'
import { comesFromUs } from '../domain/site.ts'
import { cleanVisitorLink, VISITOR_PATH } from '../domain/visitor-link.ts'
import { addressOf } from './caller.ts'
import { acceptedEncodings } from './encoding.ts'
import { endResponse } from './end-response.ts'
import { retryAfterOf } from './errors.ts'
import { languageLink } from './language.ts'
import { mountCodePage } from './visitor-code.ts'
import { mountDoorPage } from './visitor-door.ts'
import { mountInvitePage } from './visitor-invite.ts'
import { mountPassPage } from './visitor-pass.ts'
import type { VisitorPageDeps } from './visitor-send.ts'

/** The class that counts a visitor's page; forms are counted separately. */
export const pageLimitOf = ({ method }: Pick<IncomingMessage, 'method'>) => (method === 'POST' ? 'form' : 'page')

type LimitedDeps = Pick<VisitorPageDeps, 'renderPage' | 'clock'>

/**
 * Over the limit the page is a constant, which reloads itself, unless a reload would lose typed text. Uses only Node's response: in a
 * flood most requests end here before express (early-refusal.ts).
 */
export async function sendLimited(
  { renderPage, clock }: LimitedDeps,
  request: IncomingMessage,
  response: ServerResponse,
  error: AppError,
): Promise<void> {
  const [encoding] = acceptedEncodings(request)
  const retryAfter = String(retryAfterOf(error))
  const page = await renderPage(chooseLanguage(request.headers), { page: 'limited', now: clock.now().toISOString() }, encoding)
  response.statusCode = ERRORS[error.code].status
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Cache-Control', 'private, no-store')
  response.setHeader('Vary', 'Accept-Language, Cookie, Accept-Encoding')
  response.setHeader('Retry-After', retryAfter)
  if (request.method !== 'POST') response.setHeader('Refresh', retryAfter)
  if (encoding) response.setHeader('Content-Encoding', encoding)
  endResponse(request, response, page)
}

/**
 * Counts the address before anything else: rendering a page is expensive, and so are signatures and forms. A page is rendered in its
 * address's turn, if the client is still connected; a form waits after it has been read (visitor-form.ts), so that it is not lost if the
 */
export const admit = (deps: VisitorPageDeps) => async (request: Request, response: Response, next: NextFunction) => {
  const isForm = request.method === 'POST'
  if (isForm && !comesFromUs(deps.site, request.headers)) return next(AppError.withoutStack('origin_refused'))
  const address = addressOf(deps, request)
  try {
    await deps.rateLimiter.admit(pageLimitOf(request), { address })
    if (!isForm) await deps.pace.page(address)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendLimited(deps, request, response, error)
  }
  if (!request.socket.destroyed) next()
}

/** Before a path that cannot be decoded is replaced: `originalUrl` still has it. */
function leadToCleanLink({ method, originalUrl }: Request, response: Response, next: NextFunction): void {
  const clean = method === 'GET' || method === 'HEAD' ? cleanVisitorLink(originalUrl) : undefined
  if (clean) response.redirect(302, clean)
  else next()
}

export function mountVisitorPages(app: Express, deps: VisitorPageDeps): void {
  app.use(VISITOR_PATH, admit(deps), leadToCleanLink)
  app.get([...VISITOR_PAGES], languageLink(deps.site))
  for (const mount of [mountInvitePage, mountPassPage, mountDoorPage, mountCodePage]) mount(app, deps)
}
