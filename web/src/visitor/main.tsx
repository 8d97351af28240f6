/** Hydrates the page of a door or an invite: the form immediately, a visit when its code has loaded. */
import type { ReactNode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { createServerClock } from '../core/server-clock.ts'
import { createStore } from '../core/store.ts'
import { ErrorBoundary } from '../ui/error-boundary.ts'
import { App } from './app.tsx'
import { visitorTexts } from './en-visitor.ts'
import type { LiveCode } from './live.ts'
import { createFormPage, type StartState } from './page/form-page.ts'
import { createPressGuard } from './page/press-guard.ts'
import { readTyped, restoreTyped } from './page/typed.ts'

const RETRY_AFTER = 2_000
/** Without `requestIdleCallback` (Safari) the live code is fetched after this time. */
const IDLE_AFTER = 200

/** The code of a visit; retried until it has loaded, because a weak network may lose it. Until then forms are posted. */
async function loadLive(): Promise<typeof import('./live.ts')> {
  for (;;) {
    try {
      return await import('./live.ts')
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_AFTER))
    }
  }
}

const idle = () =>
  new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 1_000 })
    else setTimeout(resolve, IDLE_AFTER)
  })

async function start(root: HTMLElement, state: StartState): Promise<void> {
  const clock = createServerClock()
  clock.observeNow(state.now)
  const page = createFormPage(state, { clock, panelChanged: createPressGuard() })
  const live = createStore<LiveCode | null>(null)
  const photo = () => root.querySelector<HTMLInputElement>('[name=photo]')?.files?.[0]
  const isForm = state.page === 'door' && page.state.get().screen.at === 'form'
  if (!isForm) live.set((await loadLive()).createLive(page, photo()))
  hydrate(
    root,
    <ErrorBoundary fallback={() => <Failed action={page.action} />}>
      <App page={page} live={live} onHydrated={keepTyped(root)} />
    </ErrorBoundary>,
  )
  if (new URLSearchParams(window.location.search).has('new')) window.history.replaceState(null, '', window.location.pathname)
  if (isForm) {
    await idle()
    const { createLive } = await loadLive()
    live.set(createLive(page, photo()))
  }
  // From here on presses act in the page; before, they post the form or open the phone's camera app.
  performance.mark('live')
}

/** If React recovers by rendering again (a page translator has changed the markup, say), typed texts are restored. */
function keepTyped(root: HTMLElement): () => void {
  const typed = readTyped(root)
  return () => restoreTyped(root, typed)
}

/** The server renders the visit as it is. */
const Failed = ({ action }: { readonly action: string }) => (
  <main className="door">
    <section className="pane card v" role="alert">
      <h2>{visitorTexts.failed}</h2>
      <a className="btn go" href={action}>
        {visitorTexts.refresh}
      </a>
    </section>
  </main>
)

function hydrate(root: HTMLElement, app: ReactNode): void {
  hydrateRoot(root, app, { onRecoverableError: (error) => console.error(error) })
}

const root = document.getElementById('app')
const state = document.getElementById('state')?.textContent
if (root && state) void start(root, JSON.parse(state) as StartState)
