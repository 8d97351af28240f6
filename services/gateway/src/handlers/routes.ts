/** The gateway's routes come from the contract: no line per call. */
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import { Refusal } from '#kit/refusal.ts'
import { FORM_BYTES, PHOTO_BYTES } from '#proto/limits.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'
import { type OperationName, operations } from '#proto/operations/index.ts'
import { comesFromUs, type Site } from '../domain/site.ts'
import { tooLarge } from './body.ts'
import { type ForwardDeps, forward } from './forward.ts'
import { drain, measureField } from './measure.ts'

type Named = Operation & { readonly name: OperationName }
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

const DEFAULT_BODY = 64 * 1024

/** Routes of the services, in the contract's order. */
export const forwarded: readonly Named[] = operations.filter((operation) => operation.http && ownerOf(operation.name) !== 'gateway')

function hasBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0
}

/** A photo of just the largest size, in base64. */
const PHOTO_TEXT = (PHOTO_BYTES * 4) / 3

const isTooLarge = (error: unknown) => typeof error === 'object' && error !== null && (error as { status?: unknown }).status === 413

/** JSON in, or nothing; anything else is 415. Raw bodies stay a stream, their declared length is checked before the first byte. */
function readBody(operation: Named) {
  const max = operation.http?.maxBytes ?? DEFAULT_BODY
  if (operation.http?.body === 'raw') {
    return (request: Request, _response: Response, next: NextFunction) =>
      next(Number(request.headers['content-length'] ?? 0) > max ? tooLarge(operation) : undefined)
  }
  const json = express.json({ limit: max, strict: true, type: 'application/json' })
  return (request: Request, response: Response, next: NextFunction) => {
    if (!hasBody(request)) return next()
    if (!request.is('application/json')) return next(new Refusal('media_type'))
    const photo = operation.http?.detach && measureField(operation.http.detach.field, request)
    json(request, response, (error?: unknown) => {
      if (!isTooLarge(error)) return next(error)
      void drain(request, FORM_BYTES).then(() => next(new Refusal(photo && photo() > PHOTO_TEXT ? 'photo_invalid' : 'too_large')))
    })
  }
}

const fromUs = (site: Site) => (request: Request, _response: Response, next: NextFunction) =>
  next(comesFromUs(site, request.headers) ? undefined : new Refusal('origin_refused'))
const pass = (_request: Request, _response: Response, next: NextFunction) => next()

/** A path whose parameters have no names: two that differ by those alone are one. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':')

/** Every path with its operations; one in so many words comes before one whose parameter could mean it too. */
function byPath(): Named[][] {
  const groups = Map.groupBy(forwarded, ({ http }) => shapeOf(http?.path ?? ''))
  const order = (shape: string) => shape.replaceAll(':', '\uffff')
  return [...groups].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1)).map(([, group]) => group)
}

/** Mounts every path: its methods, then 405 with Allow for any other. */
export function mountRoutes(app: Express, deps: ForwardDeps): void {
  for (const group of byPath()) {
    const allowed: string[] = []
    for (const operation of group) {
      if (!operation.http) continue
      const { method, path } = operation.http
      allowed.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
      app[method.toLowerCase() as Verb](path, method === 'GET' ? pass : fromUs(deps.site), readBody(operation), forward(operation, deps))
    }
    refuseOthers(app, group[0]?.http?.path ?? '', allowed)
  }
}

/** What comes after a path's own methods is 405. */
export function refuseOthers(app: Express, path: string, allowed: readonly string[]): void {
  app.all(path, (_request, response, next) => {
    response.set('Allow', allowed.join(', '))
    next(new Refusal('method_not_allowed'))
  })
}

export function notFound(_request: Request, _response: Response, next: NextFunction): void {
  next(new Refusal('not_found'))
}
