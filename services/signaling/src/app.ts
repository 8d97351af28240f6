import { randomUUID } from 'node:crypto'
import { Bus } from '#kit/bus.ts'
import { createClock } from '#kit/clock.ts'
import { Events } from '#kit/events.ts'
import { failedChecks, listen } from '#kit/http.ts'
import type { Running } from '#kit/lifecycle.ts'
import { createLog, type Log } from '#kit/log.ts'
import { connectRedis, redisReady } from '#kit/redis.ts'
import { followTestClock } from '#kit/test-clock.ts'
import { createHouse } from './adapters/house.ts'
import type { SignalingConfig } from './config.ts'
import type { CallDeps } from './domain/ports.ts'
import { lookAtDueCalls, lookAtLostNodes } from './domain/watch.ts'
import { onDoorbell } from './events/doorbell.ts'
import { onMedia } from './events/media.ts'
import { calls } from './handlers/calls.ts'
import { createCalls } from './store/calls.ts'
import { createNodes } from './store/nodes.ts'
import { createPresence } from './store/presence.ts'

const DUE_MS = 250
const NODES_MS = 500

/** One look after the other, never two at once. */
function repeat(ms: number, look: () => Promise<void>, log: Log): () => void {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const again = () => {
    if (stopped) return
    timer = setTimeout(() => {
      look()
        .catch((err: unknown) => log.warn({ err }, 'look failed'))
        .finally(again)
    }, ms)
  }
  again()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

export async function createApp(config: SignalingConfig): Promise<Running> {
  const log = createLog('signaling', config.LOG_LEVEL)
  const clock = createClock()
  const bus = await Bus.connect(config.NATS_URL, 'signaling', log)
  followTestClock(bus, clock, config)
  const redis = connectRedis(config.REDIS_URL, log)
  await redisReady(redis)
  const events = await Events.open(bus, log)
  const deps: CallDeps = {
    calls: createCalls(redis),
    presence: createPresence(redis, clock),
    nodes: createNodes(redis),
    house: createHouse(bus),
    clock,
    log,
    iceServers: config.ICE_SERVERS,
    newId: randomUUID,
    random: Math.random,
  }
  const notices = onMedia(bus, deps, log)
  bus.serve('signaling', calls(deps))
  await events.subscribe('signaling', 'doorbell', onDoorbell(deps))
  await bus.flush()
  const stops = [repeat(DUE_MS, () => lookAtDueCalls(deps), log), repeat(NODES_MS, () => lookAtLostNodes(deps), log)]
  const checks = { nats: () => bus.flush(), redis: () => redis.ping() }
  bus.answerPingsWith(() => failedChecks(checks))
  const http = await listen({ host: config.HOST, port: config.HTTP_PORT, checks })
  log.info('signaling is up')
  return {
    port: http.port,
    stop: async () => {
      for (const stop of stops) stop()
      notices.stop()
      await events.stop()
      await http.stop()
      await bus.close()
      redis.disconnect()
    },
  }
}
