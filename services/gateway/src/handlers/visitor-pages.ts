/** Mounts the visitor's pages, which work without script: load → state → render, and form post → operation → redirect. */
import type { Express, NextFunction, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS } from '#proto/errors.ts'
import { VISITOR_PAGES } from '#proto/pages.ts'
import { comesFromUs } from '../domain/site.ts'
import { cleanVisitorLink, VISITOR_PATH } from '../domain/visitor-link.ts'
import { addressOf } from './caller.ts'
import { retryAfterOf } from './errors.ts'
import { languageLink } from './language.ts'
import { mountCodePage } from './visitor-code.ts'
import { mountDoorPage } from './visitor-door.ts'
import { mountInvitePage } from './visitor-invite.ts'
import { mountPassPage } from './visitor-pass.ts'
import { sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'

/**
 * Counts the address before anything else: a page is dear, a signature and a form are not free. Over the limit the page is a constant,
 * which loads itself again, unless that would lose what was typed.
 */
const admit = (deps: VisitorPageDeps) => async (request: Request, response: Response, next: NextFunction) => {
  const isForm = request.method === 'POST'
  if (isForm && !comesFromUs(deps.site, request.headers)) return next(AppError.withoutStack('origin_refused'))
  try {
    await deps.rateLimiter.admit(isForm ? 'form' : 'page', { address: addressOf(deps, request) })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    setRetryAfter(response, error)
    if (!isForm) response.set('Refresh', String(retryAfterOf(error)))
    const state = { page: 'limited', now: deps.clock.now().toISOString() } as const
    return sendPage(deps, response, { status: ERRORS[error.code].status, state })
  }
  next()
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
