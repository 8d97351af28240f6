/**
 * The script of pages that work by links and forms alone: the header's clock, updates of a pass, the proof of work for a ring that waits
 * for its turn, errors of a visit request. React does not hydrate them.
 */
import { TIME } from '#proto/limits.ts'
import type { RingWork } from '#proto/ring-proof.ts'
import { validateBySentences } from './page/schedule-errors.ts'
import { dayName, localClockTime } from './parts/time.ts'

const POLL_EVERY = 10_000

function updateClock(): void {
  const time = document.querySelector('.door-panel time')
  const day = document.querySelector('.door-panel .hours')
  if (time) time.textContent = localClockTime(Date.now())
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

/** If it fails, the page reloads itself until the ring has its turn, as without script. */
async function ringWithProof(work: RingWork): Promise<void> {
  const form = document.querySelector<HTMLFormElement>('form#again')
  const field = form?.elements.namedItem('ringProof')
  if (!form || !(field instanceof HTMLInputElement)) return
  const { makeRingProof } = await import('./page/ring-proof.ts')
  field.value = await makeRingProof(work)
  form.submit()
}

updateClock()
setInterval(updateClock, TIME.clockRefresh)
const { pass, work } = JSON.parse(document.getElementById('state')?.textContent || '{}') as {
  readonly pass?: Pass
  readonly work?: RingWork
}
if (pass?.status === 'pending') setInterval(() => void reloadOnDecision(pass), POLL_EVERY)
if (work) void ringWithProof(work).catch(() => undefined)
const schedule = document.querySelector<HTMLFormElement>('[data-page="schedule"] form.pane')
if (schedule) validateBySentences(schedule)
