/** The pages of `npm run bench -- reconnect` in a process of their own, so that their connecting delays no measured ring. */
import { inTime } from '#scripts/testing/wait.ts'
import { forAll } from './many-residents.ts'
import { type PageIdentity, PageSocket } from './page-socket.ts'

/** Milliseconds since 1970, with fractions. */
export type Return = {
  /** When each page registered again, of those that did. */
  readonly backs: readonly number[]
  readonly pages: number
  /** Why pages were without a socket, and what their replays lacked, with the number of each. */
  readonly reasons: Readonly<Record<string, number>>
}
/** Each order has one answer, in turn: open and close `done`, `watch` too, `returned` a Return, `rings` the rings' frames so far. */
export type Order =
  | { readonly do: 'open'; readonly url: string; readonly identities: readonly PageIdentity[] }
  /** Forgets what has been, and says to which copies pages connect from now on. */
  | { readonly do: 'watch'; readonly copies: readonly string[] }
  /** Waits until every page has registered again. */
  | { readonly do: 'returned'; readonly within: number }
  | { readonly do: 'rings' }
  | { readonly do: 'close' }
export type Rings = readonly (readonly [activityId: number, at: number])[]
export type Answer = 'done' | Return | Rings

const LOOK_EVERY_MS = 20
const OPENS_WITHIN_MS = 60_000

let copies: readonly string[] = []
let turn = 0
let pages: PageSocket[] = []
/** When each page registered again, while it is registered. */
let backs = new Map<number, number>()
let rings = new Map<number, number>()
let reasons: Record<string, number> = {}

const now = () => performance.timeOrigin + performance.now()
const note = (reason: string) => {
  reasons[reason] = (reasons[reason] ?? 0) + 1
}
/** Connections go to the copies in turn. */
const inTurn = () => {
  turn += 1
  return copies.map((_, index) => copies[(turn + index) % copies.length] ?? '')
}

function createPage(identity: PageIdentity, index: number): PageSocket {
  return new PageSocket(identity, inTurn, {
    onRegistered: () => void backs.set(index, now()),
    onClosed: (reason) => {
      backs.delete(index)
      note(reason)
    },
    onFrame: (frame) => {
      if (frame.type === 'doorbell_ring') rings.set(frame.activityId, rings.get(frame.activityId) ?? now())
      if (frame.type === 'error') note(`error ${frame.code}`)
    },
  })
}

async function returned(within: number): Promise<Return> {
  const deadline = performance.now() + within
  while (backs.size < pages.length && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  return { backs: [...backs.values()], pages: pages.length, reasons }
}

async function obey(order: Order): Promise<Answer> {
  switch (order.do) {
    case 'open': {
      copies = [order.url]
      pages = order.identities.map(createPage)
      await forAll(pages, 'pages open', (page) => inTime('a page to open', page.open(), OPENS_WITHIN_MS))
      return 'done'
    }
    case 'watch': {
      copies = order.copies
      backs = new Map()
      rings = new Map()
      reasons = {}
      return 'done'
    }
    case 'returned':
      return returned(order.within)
    case 'rings':
      return [...rings]
    case 'close': {
      for (const page of pages) page.close()
      return 'done'
    }
  }
}

process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))
process.on('disconnect', () => process.exit(0))
