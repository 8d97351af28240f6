/** Takes over the page that the server rendered: the same markup and words, what was typed, and the place of the cursor. */

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createApi } from '../core/api.ts'
import { visitorRoutes } from '../core/routes.static.ts'
import { createConnection } from '../core/socket.ts'
import { createSounds } from '../core/sounds.ts'
import { App } from './app.tsx'
import { readBoot } from './page/boot.ts'
import { createVisitorPage } from './page/visitor-page.ts'
import { keepAwake } from './page/whole-page.ts'
import './template/visitor.css'
import './template/form.css'
import './template/waiting.css'
import './template/panels.css'
import './template/chat.css'
import './template/live.css'
import './template/wide.css'
import './template/tabs.css'

type Cursor = { readonly name: string; readonly start: number | null; readonly end: number | null }

function readCursor(): Cursor | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.name) return undefined
  return { name: field.name, start: field.selectionStart, end: field.selectionEnd }
}

function restoreCursor(root: HTMLElement, cursor: Cursor | undefined): void {
  if (!cursor) return
  const field = root.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${cursor.name}]`)
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(cursor.start, cursor.end)
}

function takeOver(root: HTMLElement): void {
  const boot = readBoot(root)
  const cursor = readCursor()
  const api = createApi({ routes: visitorRoutes })
  const page = createVisitorPage({ boot, api, connection: createConnection(), sounds: createSounds() })
  if (boot.isNew) window.history.replaceState(null, '', window.location.pathname)
  flushSync(() => createRoot(root).render(<App page={page} api={api} />))
  restoreCursor(root, cursor)
}

/** Pages that the server rendered whole: they work by links and forms. */
const WHOLE = ['preparing', 'schedule', 'building', 'left', 'pass']

const root = document.getElementById('app')
if (root) {
  if (WHOLE.includes(root.dataset.page ?? '')) keepAwake(root)
  else takeOver(root)
}
