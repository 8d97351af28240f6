/**
 * Method and path of every call, straight from the contract. Files named `*.static.ts` are evaluated when the web is built and
 * their exports inlined as plain data (web/build/static-modules.ts), so that no page carries the schemas or zod.
 */
import { operations } from '#proto/operations/index.ts'

/** Method, then path with `:parameters`. */
export type Route = readonly [method: string, path: string]
export type Routes = Readonly<Record<string, Route>>

const VISITOR_CALLERS = ['public', 'visitor', 'either']

function table(callers: (caller: string, name: string) => boolean): Routes {
  const routes: Record<string, Route> = {}
  for (const { name, http, caller } of operations) if (http && callers(caller, name)) routes[name] = [http.method, http.path]
  return routes
}

/** What the visitor's page can call. */
export const visitorRoutes: Routes = table((caller, name) => VISITOR_CALLERS.includes(caller) && name.startsWith('doorbell.'))
/** All that has a path. */
export const allRoutes: Routes = table(() => true)
