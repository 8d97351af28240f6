/** What script adds to a page that the server rendered whole: the plate's clock, and on a pass the news of a decision. */
import { TIME } from '#proto/limits.ts'
import { clockTime, dayName } from '../parts/time.ts'

const ASK_EVERY = 10_000

function tick(root: HTMLElement): void {
  const time = root.querySelector('.plate time')
  const day = root.querySelector('.plate .hours')
  if (time) time.textContent = clockTime(Date.now())
  if (day) day.textContent = dayName(Date.now())
}

/** Shows the page anew when the resident has decided: never by the clock alone, which would take it from under somebody's finger. */
async function look(token: string, status: string): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch(`/api/doorbell/passes/${encodeURIComponent(token)}`).catch(() => undefined)
  const pass = answer?.ok ? ((await answer.json().catch(() => undefined)) as { readonly status?: string } | undefined) : undefined
  if (pass?.status && pass.status !== status) window.location.reload()
}

export function keepAwake(root: HTMLElement): void {
  tick(root)
  setInterval(() => tick(root), TIME.clockRefresh)
  const { pass } = JSON.parse(root.dataset.boot || '{}') as { readonly pass?: { readonly token: string; readonly status: string } | null }
  if (pass?.status === 'pending') setInterval(() => void look(pass.token, pass.status), ASK_EVERY)
}
