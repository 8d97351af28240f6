/** Which of this browser's visits a page shows, and how much of it. Pure. */
import type { VisitWithChat } from '#proto/entities.ts'

/** An answered or missed visit stays on the page this long; later the same phone gets a fresh form. */
const STAYS_MS = 30 * 60_000
/** Rendering and compressing a page of 60 messages of 2,000 characters took 29 ms, while every other request waited. */
const CHAT_CHARACTERS = 20_000

/** @returns the visit that the page opens with: a live one always, an ended one for 30 minutes */
export function currentVisit(visits: readonly VisitWithChat[], now: Date): VisitWithChat | undefined {
  const newest = visits[0]
  if (!newest || newest.outcome === 'cancelled') return undefined
  if (newest.outcome === null) return newest
  const last = newest.messages.at(-1)?.timestamp ?? newest.timestamp
  return now.getTime() - Date.parse(last) < STAYS_MS ? newest : undefined
}

/** @returns the visit with the newest messages that fit a page; the page's script loads the older ones */
export function fittingVisit(visit: VisitWithChat | undefined): { visit: VisitWithChat | null; hasOlderMessages: boolean } {
  if (!visit) return { visit: null, hasOlderMessages: false }
  let characters = 0
  const last = visit.messages.findLastIndex(({ message }) => {
    characters += message.length
    return characters > CHAT_CHARACTERS
  })
  return { visit: { ...visit, messages: visit.messages.slice(last + 1) }, hasOlderMessages: last >= 0 }
}
