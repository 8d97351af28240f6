/** Takes over the page that the server rendered, with the same markup and texts; typed text and text selection stay. */

import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { createApi } from '../core/api.ts'
import { visitorRoutes } from '../core/routes.static.ts'
import { createConnection } from '../core/socket.ts'
import { createSounds } from '../core/sounds.ts'
import { App } from './app.tsx'
import { readBoot } from './page/boot.ts'
import { enhanceStaticPage } from './page/static-page.ts'
import { createVisitorPage } from './page/visitor-page.ts'
import './template/visitor.css'
import './template/form.css'
import './template/waiting.css'
import './template/panels.css'
import './template/chat.css'
import './template/live.css'
import './template/wide.css'
import './template/tabs.css'

type Selection = { readonly name: string; readonly start: number | null; readonly end: number | null }

function readSelection(): Selection | undefined {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.name) return undefined
  return { name: field.name, start: field.selectionStart, end: field.selectionEnd }
}

function restoreSelection(root: HTMLElement, selection: Selection | undefined): void {
  if (!selection) return
  const field = root.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${selection.name}]`)
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(selection.start, selection.end)
}

function takeOver(root: HTMLElement): void {
  const boot = readBoot(root)
  const selection = readSelection()
  const api = createApi({ routes: visitorRoutes })
  const page = createVisitorPage({ boot, api, connection: createConnection(), sounds: createSounds() })
  if (boot.isNew) window.history.replaceState(null, '', window.location.pathname)
  flushSync(() => createRoot(root).render(<App page={page} api={api} />))
  restoreSelection(root, selection)
}

/** Pages that work by links and forms alone: React does not take them over. */
const STATIC_PAGES = ['preparing', 'schedule', 'building', 'left', 'pass']

const root = document.getElementById('app')
if (root) {
  if (STATIC_PAGES.includes(root.dataset.page ?? '')) enhanceStaticPage(root)
  else takeOver(root)
}
