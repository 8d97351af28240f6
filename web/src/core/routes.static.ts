/**
 * Method and path of every operation, from the contract. The build evaluates files named `*.static.ts` and inlines their exports as
 * plain data (web/build/static-modules.ts), so that no page ships the schemas or zod.
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

/** The operations that the visitor's page may use. */
export const visitorRoutes: Routes = table((caller, name) => VISITOR_CALLERS.includes(caller) && name.startsWith('doorbell.'))
/** All operations with a path. */
export const allRoutes: Routes = table(() => true)
