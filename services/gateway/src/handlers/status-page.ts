/** /status: how fast rings are shown, for everybody (record 0069). Without the operator's STATUS_PAGE there is no such page. */
import type { Express, Request, Response } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ERRORS } from '#proto/errors.ts'
import { STATUS_PAGE } from '#proto/pages.ts'
import type { PageStateOf } from '#proto/visitor-page.ts'
import type { ReadRingStatus } from '../domain/ports.ts'
import { languageLink } from './language.ts'
import { admit } from './visitor-pages.ts'
import { pageFailure, sendPage, setRetryAfter, type VisitorPageDeps } from './visitor-send.ts'

async function show(deps: VisitorPageDeps, readStatus: ReadRingStatus, response: Response): Promise<void> {
  const state: PageStateOf<'status'> = { page: 'status', now: deps.clock.now().toISOString(), failure: null, status: null }
  try {
    await sendPage(deps, response, { status: 200, state: { ...state, status: await readStatus() } })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    setRetryAfter(response, error)
    await sendPage(deps, response, { status: ERRORS[error.code].status, state: { ...state, failure: pageFailure(error) } })
  }
}

export function mountStatusPage(app: Express, deps: VisitorPageDeps, readStatus: ReadRingStatus): void {
  app.get(STATUS_PAGE, admit(deps), languageLink(deps.site), (_request: Request, response: Response) => show(deps, readStatus, response))
}
