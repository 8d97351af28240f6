/** Whether the row of one push matches the push service's log of it. */
import type { Post, PushRow } from './facts.ts'
import type { Outage } from './outages.ts'

/** Notify waits this long for an answer. */
const ANSWER_MS = 10_000
/** How long a busy machine may take to write the answer. */
const WRITTEN_MS = 3_000
/** Notify's lease of what it sends. */
const LEASE_MS = 20_000

export type Compared = {
  readonly faults: readonly string[]
  /** Requests whose answer is not in the row, because notify was killed. */
  readonly unrecorded: number
  /** Attempts that were counted for requests that never began, because notify or Postgres was killed. */
  readonly unsent: number
  /** Requests with status 0 in the row that the push service has not received. */
  readonly unconnected: number
}

/** The answers that notify must have received; 0 is no answer. */
const seenOf = ({ answered, afterMs }: Post) => (typeof answered === 'number' && afterMs < ANSWER_MS ? answered : 0)

type Aligned = { readonly unrecorded: readonly Post[]; readonly unconnected: number }

/**
 * Finds the row's statuses in the log, in the log's order. A 0 can also mean an answer that was lost with the process, or a request that
 * was never sent.
 * @returns undefined if one of them is not in the log
 */
function align(statuses: readonly number[], posts: readonly Post[], isLost: (post: Post) => boolean): Aligned | undefined {
  const [status, ...laterStatuses] = statuses
  if (status === undefined) return { unrecorded: posts, unconnected: 0 }
  const [post, ...laterPosts] = posts
  const isSeen = post && seenOf(post) === status
  const taken = post && (isSeen || (status === 0 && isLost(post))) ? align(laterStatuses, laterPosts, isLost) : undefined
  if (taken) return { ...taken, unrecorded: isSeen ? taken.unrecorded : [post as Post, ...taken.unrecorded] }
  const skipped = status === 0 ? align(laterStatuses, posts, isLost) : undefined
  return skipped && { ...skipped, unconnected: skipped.unconnected + 1 }
}

export function compareTimeline(row: PushRow, posts: readonly Post[], outages: readonly Outage[]): Compared {
  const { statuses, attempts, state } = row
  const isLost = ({ at }: Post) => wasKilled(outages, ['notify'], at, at + ANSWER_MS + WRITTEN_MS)
  const aligned = align(statuses, posts, isLost)
  const said = `push ${row.id} (${row.kind} of ${row.activityId}, ${state}) has ${attempts} attempts and ${JSON.stringify(statuses)}`
  const log = posts.map((post) => `${post.answered} at ${new Date(post.at).toISOString()}`).join(', ')
  const none = { unrecorded: 0, unsent: 0, unconnected: 0 }
  if (!aligned) return { ...none, faults: [`${said}, the push service has answered ${log}`] }
  const { unrecorded, unconnected } = aligned
  const unsent = attempts - unconnected - posts.length
  const created = row.createdAt.getTime()
  const lived = [created - WRITTEN_MS, Math.min(row.endsAt.getTime(), created + 10 * LEASE_MS) + ANSWER_MS] as const
  const faults = [
    ...(unrecorded.every(isLost) ? [] : [`${said}, the push service has answered ${log}, and notify was not killed then`]),
    ...(unsent < 0 || attempts < statuses.length ? [`${said}, fewer than the requests: ${log}`] : []),
    ...(unsent > 0 && !wasKilled(outages, ['notify', 'postgres'], ...lived) ? [`${said}, more than the requests: ${log}`] : []),
    ...(row.nextAt ? [`${said} and is not settled`] : []),
    ...faultsOfState(row, said),
  ]
  return { faults, unrecorded: unrecorded.length, unsent: Math.max(0, unsent), unconnected }
}

/** Each answer is final or temporary, and the row's state must follow from the last one. */
function faultsOfState({ statuses, state }: PushRow, said: string): string[] {
  const isFinal = (status: number) => (status >= 200 && status < 300) || status === 404 || status === 410
  const last = statuses.at(-1)
  const expected = last === undefined ? undefined : last === 404 || last === 410 ? 'gone' : isFinal(last) ? 'accepted' : undefined
  return [
    ...(statuses.slice(0, -1).some(isFinal) ? [`${said}: it was sent again after a final answer`] : []),
    ...(expected && state !== expected ? [`${said}: it must be ${expected}`] : []),
    ...(!expected && (state === 'accepted' || state === 'gone') ? [`${said}: no answer says so`] : []),
  ]
}

/** While Postgres is down, notify keeps what it cannot write. */
function wasKilled(outages: readonly Outage[], parts: readonly Outage['part'][], from: number, until: number): boolean {
  const end = outages
    .filter(({ part }) => part === 'postgres')
    .reduce((latest, down) => (down.from < latest && down.until > from ? Math.max(latest, down.until + WRITTEN_MS) : latest), until)
  // What a process sent before its end may be read a moment later.
  return outages.some((down) => parts.includes(down.part) && down.until >= from && down.from <= end)
}
