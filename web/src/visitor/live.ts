/**
 * The code of an open visit: ring, socket, chat, call, and their panels. One chunk, fetched when the form is idle; a page that
 * opens on a visit waits for it before it is hydrated.
 */
import { createApi } from '../core/api.ts'
import { visitorRoutes } from '../core/routes.static.ts'
import { createConnection } from '../core/socket.ts'
import { createSounds } from '../core/sounds.ts'
import { createVisitorPage } from './page/create-visitor-page.ts'
import type { FormPage } from './page/form-page.ts'
import type { VisitorPage } from './page/visitor-page.ts'
import { PhotoRow } from './panels/photo-row.tsx'
import { Notes, VisitScreen } from './panels/visit-screen.tsx'

export type LiveCode = {
  readonly page: VisitorPage
  readonly PhotoRow: typeof PhotoRow
  readonly Notes: typeof Notes
  readonly VisitScreen: typeof VisitScreen
}

const PANELS = { PhotoRow, Notes, VisitScreen } as const

/** @param photo chosen in the form's file field before this code was loaded */
export function createLive(form: FormPage, photo: File | undefined): LiveCode {
  const { clock } = form
  const api = createApi({ routes: visitorRoutes, clock })
  return { ...PANELS, page: createVisitorPage({ form, api, connection: createConnection({ clock }), sounds: createSounds(), photo }) }
}
