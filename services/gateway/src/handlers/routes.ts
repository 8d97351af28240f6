/** Mounts the gateway's routes from the contract. */
import express, { type NextFunction, type Request, type Response, type Router } from 'express'
import { AppError } from '#kit/app-error.ts'
import { ownerOf } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { mayChange } from '../domain/bearer.ts'
import { deprecationHeaders } from '../domain/deprecation.ts'
import type { Site } from '../domain/site.ts'
import { type ForwardDeps, forward, type Named } from './forward.ts'
import { measure } from './measure.ts'

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Routes of the services, in the contract's order. */
export const forwarded: readonly Named[] = operations.filter((operation) => operation.http && ownerOf(operation.name) !== 'gateway')

const fromUs = (site: Site) => (request: Request, _response: Response, next: NextFunction) =>
  next(mayChange(site, request.headers) ? undefined : AppError.withoutStack('origin_refused'))
const measured = (operation: Named) => (_request: Request, response: Response, next: NextFunction) => {
  measure(operation, response)
  for (const [name, value] of Object.entries(deprecationHeaders(operation))) response.setHeader(name, value)
  next()
}
const pass = (_request: Request, _response: Response, next: NextFunction) => next()

/** A path without parameter names; paths that differ only by them are the same route. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':')

/** Groups the operations by path; a literal path comes before a parameter that would match it too. */
function byPath(): Named[][] {
  const groups = Map.groupBy(forwarded, ({ http }) => shapeOf(http?.path ?? ''))
  const order = (shape: string) => shape.replaceAll(':', '\uffff')
  return [...groups].sort(([a], [b]) => (order(a) < order(b) ? -1 : 1)).map(([, group]) => group)
}

/** The first name of a path below /api, in the spelling in which express compares it: `user` of /api/user/sessions. */
const firstName = (path: string) => path.split('/', 3)[2]?.toLowerCase() ?? ''

/** Mounts every path: its methods, then 405 with Allow for any other. A request is matched only with paths that share its first name. */
export function mountRoutes(api: Router, deps: ForwardDeps): void {
  const routers = new Map<string, Router>()
  for (const [name, groups] of Map.groupBy(byPath(), ([operation]) => firstName(operation?.http?.path ?? ''))) {
    const router = express.Router()
    for (const group of groups) mountPath(router, group, deps)
    routers.set(name, router)
  }
  const tryOwn = (request: Request, response: Response, next: NextFunction) => {
    const router = routers.get(firstName(request.path))
    if (router) router(request, response, next)
    else next()
  }
  // `routes`: for the list of every route (scripts/lab/bench/costs-rows.ts).
  api.use(Object.assign(tryOwn, { routes: { stack: [...routers.values()].flatMap(({ stack }) => stack) } }))
}

function mountPath(router: Router, group: readonly Named[], deps: ForwardDeps): void {
  const allowed: string[] = []
  for (const operation of group) {
    if (!operation.http) continue
    const { method, path } = operation.http
    allowed.push(...(method === 'GET' ? ['GET', 'HEAD'] : [method]))
    router[method.toLowerCase() as Verb](path, measured(operation), method === 'GET' ? pass : fromUs(deps.site), forward(operation, deps))
  }
  refuseOthers(router, group[0]?.http?.path ?? '', allowed)
}

/** Answers 405 for the path's other methods. */
export function refuseOthers(api: Router, path: string, allowed: readonly string[]): void {
  api.all(path, (_request, response, next) => {
    response.set('Allow', allowed.join(', '))
    next(AppError.withoutStack('method_not_allowed'))
  })
}

export function notFound(_request: Request, _response: Response, next: NextFunction): void {
  next(AppError.withoutStack('not_found'))
}
