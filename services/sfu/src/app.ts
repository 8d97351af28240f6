/** Wires sfu's modules together: each handler and job gets the dependencies that it uses. */
import { setTimeout } from 'node:timers/promises'
import { handlers } from '#kit/handlers.ts'
import { randomBase62 } from '#kit/ids.ts'
import { warnOfGaps } from '#kit/limited-process.ts'
import { readMetrics } from '#kit/metrics.ts'
import { openRedis, redisReady } from '#kit/redis.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { subjects } from '#proto/subjects.ts'
import { MetricsPort } from './adapters/metrics-port.ts'
import { MediaNode } from './adapters/node.ts'
import { sweepLeftPieces } from './adapters/recording.ts'
import { createRecordingOwner } from './adapters/recording-owner.ts'
import { drainOf, listenOf, metricsPortOf, portsOf, type SfuConfig, workersOf } from './config.ts'
import { announcement } from './domain/announcement.ts'
import { drainRooms, HAND_OVER_MS } from './domain/drain.ts'
import { peers } from './handlers/peers.ts'
import { rooms } from './handlers/rooms.ts'
import { sfuJobs } from './jobs/jobs.ts'
import { mediaReceived, recordingPieces, sfuMetrics } from './metrics.ts'
import { createNodeRegistry } from './store/node-registry.ts'

/** NATS may be gone permanently, as when a whole installation is deleted. */
const FLUSH_MS = 1_000
/** The time for the last pieces of recordings. */
const SEND_MS = 6_000
const ID_LENGTH = 12

/** One node; stopping it waits for the last call, at most MEDIA_DRAIN_MS, and hands over those that are left. */
export async function createSfuApp(context: ServiceContext<SfuConfig>): Promise<App<'sfu'>> {
  const { config, log, clock, bus } = context
  const drainMs = drainOf(config)
  const id = randomBase62(ID_LENGTH)
  const redis = openRedis(context)
  await redisReady(redis)
  const registry = createNodeRegistry(redis)
  if (config.FFMPEG_BIN) warnOfGaps(log)
  const engine = new MediaNode({
    bin: config.MEDIASOUP_WORKER_BIN,
    workers: workersOf(config),
    roomsPerWorker: config.MEDIA_ROOMS_PER_WORKER,
    listen: listenOf(config),
    announced: config.MEDIA_ADDRESS,
    portsOf: (index) => portsOf(config, index),
    countReceived: mediaReceived,
    notify: (notice) => bus.publish(subjects.media(id), notice),
    // Calls wait for it: the next scheduled announcement could be up to a second later.
    workerStarted: () => void tryToAnnounce(),
    clock,
    log,
    recorder: config.FFMPEG_BIN
      ? {
          ffmpeg: config.FFMPEG_BIN,
          owner: createRecordingOwner(bus),
          clock,
          log,
          count: (result: 'sent' | 'lost') => recordingPieces({ result }),
        }
      : undefined,
  })
  // On a single machine doors ring and chats work without calls; in a cluster another node takes them.
  if (!config.EMBEDDED) context.addCheck('media workers', () => engine.check())
  context.onClose(() => engine.stop())
  const metricsAt = metricsPortOf(config)
  const metricsPort = metricsAt && new MetricsPort({ ...metricsAt, read: readMetrics })
  if (metricsPort) context.onClose(() => metricsPort.close())
  let draining = false
  let isGone = false
  const facts = { id, engine, clock }
  const announce = async () => {
    if (!isGone) await registry.announce(announcement(facts, draining))
  }
  const tryToAnnounce = () => announce().catch((err: unknown) => log.warn({ err }, 'sfu node announcement failed'))
  return {
    nodeId: id,
    handlers: handlers('sfu', { ...rooms(engine), ...peers(engine) }),
    jobs: sfuJobs({ announce, sweepLeftPieces: () => sweepLeftPieces(clock.now()), engine, metricsPort }),
    metrics: sfuMetrics(engine),
    announce: async () => void (await tryToAnnounce()),
    drainMs: drainMs + HAND_OVER_MS,
    drain: async () => {
      draining = true
      engine.refuseRooms()
      log.info({ rooms: engine.rooms, drainMs }, 'sfu node drains')
      await tryToAnnounce()
      const isEmpty = await drainRooms(engine, drainMs)
      engine.stop()
      isGone = true
      // With calls left it stays in the registry: signaling finds it lost, and moves those whose notice it has missed.
      if (isEmpty) await registry.forget(id).catch(() => undefined)
      await Promise.race([engine.recordingsSent(), setTimeout(SEND_MS, undefined, { ref: false })])
      await Promise.race([bus.flush().catch(() => undefined), setTimeout(FLUSH_MS, undefined, { ref: false })])
    },
  }
}
