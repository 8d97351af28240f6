/** The page's singletons: API client, socket, outbox, sounds, desktop notifications. */
import { createApi } from '../core/api.ts'
import { createDesktop } from '../core/desktop.ts'
import { createOutbox } from '../core/outbox.ts'
import { allRoutes } from '../core/routes.static.ts'
import { createConnection } from '../core/socket.ts'
import { createSounds } from '../core/sounds.ts'

export const api = createApi({ routes: allRoutes })
export const connection = createConnection()
export const outbox = createOutbox({ connection, storage: sessionStorage })
export const sounds = createSounds()
export const desktop = createDesktop()
