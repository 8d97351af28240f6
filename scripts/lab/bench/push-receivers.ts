/**
 * The push services of `npm run bench -- push`, in a separate process: five origins that answer 201 immediately. It also subscribes to what
 * doorbell publishes right after a ring's commit, so that both ends of a push's way are timed by one clock and one event loop.
 */
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { RingChange } from '#proto/ring-changes.ts'
import { subjects } from '#proto/subjects.ts'
import { createPushCertificate } from '#scripts/testing/push/certificate.ts'
import { connectBus } from '#scripts/testing/world.ts'

const ORIGINS = 5

/** A push request. Times are milliseconds since 1970, with fractions. */
export type Arrival = { readonly topic: string; readonly at: number; readonly bytes: number }
/** A ring as doorbell published it: when it was placed, before its commit, and when its publication was received. */
export type PublishedRing = { readonly activityId: number; readonly placedAt: number; readonly publishedAt: number }
/** The first message of this process. */
export type Started = { readonly hosts: readonly string[]; readonly caFile: string }
/** Its answer to `{ natsUrl }`, and to `take`: the requests since the answer before. */
export type Seen = { readonly rings: readonly PublishedRing[]; readonly arrivals: readonly Arrival[] }
export type Order = { readonly natsUrl: string } | 'take'

const now = () => performance.timeOrigin + performance.now()
let rings: PublishedRing[] = []
let arrivals: Arrival[] = []

const certificate = await createPushCertificate()
const servers = Array.from({ length: ORIGINS }, () =>
  createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    const { topic, 'content-length': bytes } = request.headers
    arrivals.push({ topic: String(topic), at: now(), bytes: Number(bytes) })
    request.resume().once('end', () => response.writeHead(201).end())
  }),
)
for (const server of servers) {
  // A connection is kept for as long as notify keeps it.
  server.keepAliveTimeout = 120_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
}

function take(): Seen {
  const seen = { rings, arrivals }
  rings = []
  arrivals = []
  return seen
}

async function follow(natsUrl: string): Promise<void> {
  const bus = await connectBus(natsUrl)
  bus.subscribe(subjects.ringChanged, (body) => {
    const publishedAt = now()
    const change = RingChange.parse(JSON.parse(body))
    if (change.type === 'placed') rings.push({ activityId: change.activityId, placedAt: Date.parse(change.at), publishedAt })
  })
  await bus.flush()
}

process.on('message', (order: Order) => {
  if (order === 'take') process.send?.(take())
  else void follow(order.natsUrl).then(() => process.send?.(take()))
})
process.once('disconnect', () => void certificate.remove().finally(() => process.exit()))
const hosts = servers.map((server) => `localhost:${(server.address() as AddressInfo).port}`)
process.send?.({ hosts, caFile: certificate.caFile } satisfies Started)
