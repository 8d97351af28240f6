/**
 * The texts of rings and messages contain the time at which they were sent, by the clock of this k6: both sides of a visit are virtual
 * users of the same one (segment.ts).
 */

/** How long a resident looks before answering. */
export const ANSWER_MS = 1_500

/** @param wants what the resident is to do */
export function writeRing(wants: 'chat' | 'answer'): string {
  return `At the door, please ${wants}. ${Date.now()}`
}

export function readRing(text: string): { readonly wants: 'chat' | 'answer'; readonly sent: number } | undefined {
  const [, wants, sent] = /^At the door, please (chat|answer)\. (\d+)$/.exec(text) ?? []
  return wants === 'chat' || wants === 'answer' ? { wants, sent: Number(sent) } : undefined
}

export function writeText(by: 'visitor' | 'resident'): string {
  return `${by} at ${Date.now()}`
}

/** @returns when the message was sent; undefined if the other side wrote it */
export function readText(by: 'visitor' | 'resident', text: string): number | undefined {
  const [, author, sent] = /^(\w+) at (\d+)$/.exec(text) ?? []
  return author === by ? Number(sent) : undefined
}
