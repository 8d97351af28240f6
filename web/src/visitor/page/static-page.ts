/** Enhances a page that the server rendered completely: keeps the header's clock current, and reloads a pass when the resident decides. */
import { TIME } from '#proto/limits.ts'
import { clockTime, dayName } from '../parts/time.ts'

const POLL_EVERY = 10_000

function updateClock(root: HTMLElement): void {
  const time = root.querySelector('.plate time')
  const day = root.querySelector('.plate .hours')
  if (time) time.textContent = clockTime(Date.now())
  if (day) day.textContent = dayName(Date.now())
}

/** Reloads the page once the resident has decided, and not on a timer alone: a reload can interrupt a press. */
async function reloadOnDecision(token: string, status: string): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch(`/api/doorbell/passes/${encodeURIComponent(token)}`).catch(() => undefined)
  const pass = answer?.ok ? ((await answer.json().catch(() => undefined)) as { readonly status?: string } | undefined) : undefined
  if (pass?.status && pass.status !== status) window.location.reload()
}

export function enhanceStaticPage(root: HTMLElement): void {
  updateClock(root)
  setInterval(() => updateClock(root), TIME.clockRefresh)
  const { pass } = JSON.parse(root.dataset.boot || '{}') as { readonly pass?: { readonly token: string; readonly status: string } | null }
  if (pass?.status === 'pending') setInterval(() => void reloadOnDecision(pass.token, pass.status), POLL_EVERY)
}
