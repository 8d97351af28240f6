/** The script of pages that work by links and forms alone: the header's clock, and the news of a pass. React does not hydrate them. */
import { TIME } from '#proto/limits.ts'
import { clockTime, dayName } from './parts/time.ts'

const POLL_EVERY = 10_000

function updateClock(): void {
  const time = document.querySelector('.door-panel time')
  const day = document.querySelector('.door-panel .hours')
  if (time) time.textContent = clockTime(Date.now())
  if (day) day.textContent = dayName(Date.now())
}

type Pass = { readonly token: string; readonly status: string }

/** Reloads the page once the resident has decided, and not on a timer alone: a reload can interrupt a press. */
async function reloadOnDecision({ token, status }: Pass): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch(`/api/doorbell/passes/${encodeURIComponent(token)}`).catch(() => undefined)
  const pass = answer?.ok ? ((await answer.json().catch(() => undefined)) as { readonly status?: string } | undefined) : undefined
  if (pass?.status && pass.status !== status) window.location.reload()
}

updateClock()
setInterval(updateClock, TIME.clockRefresh)
const { pass } = JSON.parse(document.getElementById('state')?.textContent || '{}') as { readonly pass?: Pass }
if (pass?.status === 'pending') setInterval(() => void reloadOnDecision(pass), POLL_EVERY)
