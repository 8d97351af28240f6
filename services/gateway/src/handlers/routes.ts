/** The gateway's routes come from the contract: no line per call. */
import type { Express, NextFunction, Request, Response } from 'express'
import { Refusal } from '#kit/refusal.ts'
import { type Operation, ownerOf } from '#proto/operation.ts'
import { type OperationName, operations } from '#proto/operations/index.ts'
import { comesFromUs, type Site } from '../domain/site.ts'
import { type ForwardDeps, forward } from './forward.ts'

type Named = Operation & { readonly name: OperationName }
type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Routes of the services, in the contract's order. */
export const forwarded: readonly Named[] = operations.filter((operation) => operation.http && ownerOf(operation.name) !== 'gateway')

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
      app[method.toLowerCase() as Verb](path, method === 'GET' ? pass : fromUs(deps.site), forward(operation, deps))
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
