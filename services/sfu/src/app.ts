import { Bus } from '#kit/bus.ts'
import { createClock } from '#kit/clock.ts'
import { handlers } from '#kit/handlers.ts'
import { failedChecks, listen } from '#kit/http.ts'
import { randomBase62 } from '#kit/ids.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog } from '#kit/log.ts'
import { connectRedis, redisReady } from '#kit/redis.ts'
import { followTestClock } from '#kit/test-clock.ts'
import { subjects } from '#proto/subjects.ts'
import { MediaNode } from './adapters/node.ts'
import { drainOf, type SfuConfig, workersOf } from './config.ts'
import { announcement } from './domain/announcement.ts'
import { peers } from './handlers/peers.ts'
import { rooms } from './handlers/rooms.ts'
import { createNodeRegistry } from './store/node-registry.ts'

const ANNOUNCE_MS = 1_000
const LOOK_FOR_LAST_CALL_MS = 200
/** Left for closing the rest after the last call. */
const SPARE_MS = 2_000
const ID_LENGTH = 12

/** @returns the running node; its stop waits for the last call, at most MEDIA_DRAIN_MS */
export async function createApp(config: SfuConfig): Promise<Running> {
  const workers = workersOf(config)
  const drainMs = drainOf(config)
  const log = createLog('sfu', config.LOG_LEVEL)
  const clock = createClock()
  const id = randomBase62(ID_LENGTH)
  const bus = await Bus.connect(config.NATS_URL, 'sfu', log)
  followTestClock(bus, clock, config)
  const redis = connectRedis(config.REDIS_URL, log)
  await redisReady(redis)
  const registry = createNodeRegistry(redis)
  const engine = MediaNode.create({
    bin: config.MEDIASOUP_WORKER_BIN,
    workers,
    roomsPerWorker: config.MEDIA_ROOMS_PER_WORKER,
    listen: config.MEDIA_LISTEN,
    announced: config.MEDIA_ADDRESS,
    port: config.MEDIA_PORT,
    notify: (notice) => bus.publish(subjects.media(id), notice),
    log,
  })
  bus.serveNode('sfu', id, handlers('sfu', { ...rooms(engine), ...peers(engine) }))
  let draining = false
  const facts = { id, maxRooms: workers * config.MEDIA_ROOMS_PER_WORKER, engine, clock }
  const announce = () =>
    registry.announce(announcement(facts, draining)).catch((err: Error) => log.warn({ err: err.message }, 'not announced'))
  await bus.flush()
  await announce()
  const announcing = setInterval(() => void announce(), ANNOUNCE_MS)
  const checks = { nats: () => bus.flush(), redis: () => redis.ping() }
  bus.answerPingsWith(() => failedChecks(checks))
  const http = await listen({ host: config.HOST, port: config.HTTP_PORT, checks })
  log.info({ node: id, preparing: engine.preparing }, 'sfu node is up')

  const lastCall = async () => {
    const until = performance.now() + drainMs
    while (engine.rooms > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, LOOK_FOR_LAST_CALL_MS))
  }
  return {
    port: http.port,
    stopMs: drainMs + 2 * SPARE_MS,
    stop: async () => {
      draining = true
      await announce()
      await lastCall()
      engine.abandon()
      clearInterval(announcing)
      await registry.forget(id).catch(() => undefined)
      await bus.flush().catch(() => undefined)
      await http.stop()
      engine.stop()
      await bus.close()
      redis.disconnect()
    },
  }
}
