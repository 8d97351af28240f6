/** Mounts the visitor's pages, which work without script: load → state → render, and form post → operation → redirect. */
import type { Express, NextFunction, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { VISITOR_PAGES } from '#proto/pages.ts'
import { comesFromUs } from '../domain/site.ts'
import { cleanVisitorLink } from '../domain/visitor-link.ts'
import { languageLink } from './language.ts'
import { mountCodePage } from './visitor-code.ts'
import { mountDoorPage } from './visitor-door.ts'
import { mountInvitePage } from './visitor-invite.ts'
import { mountPassPage } from './visitor-pass.ts'
import type { VisitorPageDeps } from './visitor-send.ts'

/** Before a path that cannot be decoded is replaced: `originalUrl` still has it. */
function leadToCleanLink({ method, originalUrl }: Request, response: Response, next: NextFunction): void {
  const clean = method === 'GET' || method === 'HEAD' ? cleanVisitorLink(originalUrl) : undefined
  if (clean) response.redirect(302, clean)
  else next()
}

export function mountVisitorPages(app: Express, deps: VisitorPageDeps): void {
  const fromUs = (request: Request, _response: Response, next: NextFunction) =>
    next(comesFromUs(deps.site, request.headers) ? undefined : new AppError('origin_refused'))
  app.use(leadToCleanLink)
  app.get([...VISITOR_PAGES], languageLink(deps.site))
  for (const mount of [mountInvitePage, mountPassPage, mountDoorPage, mountCodePage]) mount(app, deps, fromUs)
}
