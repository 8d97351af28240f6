/** Wires signaling's modules together: each handler, consumer and job gets the dependencies that it uses. */
import { randomUUID } from 'node:crypto'
import { openRedis, redisReady } from '#kit/redis.ts'
import type { App } from '#kit/run-service.ts'
import type { ServiceContext } from '#kit/service-context.ts'
import { createLivePublisher } from './adapters/live-publisher.ts'
import { createBillingClient } from './clients/billing.ts'
import { createDoorbellClient } from './clients/doorbell.ts'
import { createSfuClient } from './clients/sfu.ts'
import { type SignalingConfig, turnServersOf } from './config.ts'
import { TURN_LIFETIME, turnServer } from './domain/media/turn.ts'
import type { CallDeps } from './domain/ports.ts'
import { onAuth } from './events/auth.ts'
import { onDoorbell } from './events/doorbell.ts'
import { calls } from './handlers/calls.ts'
import { subscribeToMediaNotices } from './handlers/media-notices.ts'
import { subscribeToSessionEnds } from './handlers/session-ends.ts'
import { signalingJobs } from './jobs/jobs.ts'
import { callEnded, mediaShown, signalingMetrics } from './metrics.ts'
import { createCalls } from './store/calls.ts'
import { createNodes } from './store/nodes.ts'
import { createPresence } from './store/presence.ts'

export async function createSignalingApp(context: ServiceContext<SignalingConfig>): Promise<App<'signaling'>> {
  const { config, log, clock, bus } = context
  const redis = openRedis(context)
  await redisReady(redis)
  const turn = turnServersOf(config)
  const deps: CallDeps = {
    calls: createCalls(redis),
    presence: createPresence(redis, clock),
    nodes: createNodes(redis),
    doorbell: createDoorbellClient(bus),
    billing: createBillingClient(bus),
    sfu: createSfuClient(bus),
    live: createLivePublisher(bus),
    clock,
    log,
    iceServers: (activityId) => [...config.ICE_SERVERS, ...(turn ? [turnServer(turn, activityId, clock.in(TURN_LIFETIME))] : [])],
    newId: randomUUID,
    callEnded,
    mediaShown,
    random: Math.random,
  }
  const notices = subscribeToMediaNotices(bus, deps)
  context.onClose(() => notices.stop())
  const sessionEnds = subscribeToSessionEnds(bus, deps, log)
  context.onClose(() => sessionEnds.stop())
  return {
    handlers: calls(deps),
    consumers: { auth: onAuth(deps), doorbell: onDoorbell(deps) },
    jobs: signalingJobs(deps),
    metrics: signalingMetrics(deps),
  }
}
