/** Makes the services of this app. */
import { createApi } from '../core/api.ts'
import { createDesktop } from '../core/desktop.ts'
import { createOutbox } from '../core/outbox.ts'
import { createAccountCache, createQueryClient } from '../core/query-cache.ts'
import { allRoutes } from '../core/routes.static.ts'
import { createServerClock } from '../core/server-clock.ts'
import type { Services } from '../core/services.ts'
import { createConnection } from '../core/socket.ts'
import { createSounds } from '../core/sounds.ts'
import { createStore } from '../core/store.ts'

export function createServices(): Services {
  const clock = createServerClock()
  const connection = createConnection({ clock })
  const queryClient = createQueryClient()
  return {
    clock,
    connection,
    queryClient,
    api: createApi({ routes: allRoutes, clock }),
    outbox: createOutbox({ connection, storage: sessionStorage }),
    sounds: createSounds(),
    desktop: createDesktop(),
    cache: createAccountCache(queryClient),
    signedOutHere: createStore(false),
  }
}

export const services = createServices()
export const { api, connection, outbox, sounds, desktop, clock, cache } = services
