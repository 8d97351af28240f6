import type { Break } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'call-is-written-without-compare',
    file: 'services/signaling/src/store/calls.ts',
    find: "if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then return 0 end",
    replace: '',
    tests: ['services/signaling/test/answer.test.ts', 'services/signaling/test/copies.test.ts', 'services/signaling/test/media.test.ts'],
  },
  {
    name: 'join-during-a-move-is-accepted',
    file: 'services/signaling/src/domain/join-media.ts',
    find: "if (joined.epoch !== call.epoch) throw new AppError('call_moved')",
    replace: '',
    tests: ['services/signaling/test/copies.test.ts'],
  },
  {
    name: 'rebuilt-call-leaves-its-epoch',
    file: 'services/signaling/src/domain/rebuild.ts',
    find: 'node: adopted.node, epoch: adopted.epoch, activated: adopted.epoch',
    replace: 'node: adopted.node, activated: adopted.epoch',
    tests: ['services/signaling/test/media.test.ts'],
  },
  {
    name: 'lost-node-is-noticed-after-minutes',
    file: 'services/signaling/src/store/nodes.ts',
    find: 'const SILENT = 2_500',
    replace: 'const SILENT = 250_000',
    tests: ['services/signaling/test/media.test.ts'],
  },
  {
    name: 'call-is-kept-for-an-hour-in-redis',
    file: 'services/signaling/src/store/calls.ts',
    find: 'const LIFE_SECONDS = 24 * 3_600',
    replace: 'const LIFE_SECONDS = 3_600',
    tests: ['services/gateway/test/full-redis.test.ts'],
  },
  {
    name: 'every-tab-steers-the-call',
    file: 'services/signaling/src/domain/media.ts',
    find: 'clientId === null || device.clientId === clientId',
    replace: 'clientId !== null || device.clientId === clientId',
    tests: ['services/signaling/test/moved.test.ts', 'services/signaling/test/copies.test.ts'],
  },
  {
    name: 'late-ignore-is-refused',
    file: 'services/signaling/src/domain/respond.ts',
    find: "if (error.code === 'ring_over') return []",
    replace: '',
    tests: ['services/signaling/test/sent-again.test.ts'],
  },
  {
    name: 'dead-worker-does-not-move-its-calls',
    file: 'services/signaling/src/domain/notices.ts',
    find: 'return moveCall(deps, parts.activityId, parts.epoch)',
    replace: "return notice.reason === 'node_draining' ? moveCall(deps, parts.activityId, parts.epoch) : undefined",
    tests: ['services/signaling/test/media.test.ts', 'web/e2e/calls/worker-killed-in-call.spec.ts'],
  },
  {
    name: 'fourth-device-stands-by',
    file: 'services/signaling/src/domain/join-media.ts',
    find: 'if (!hasRoomFor(joined, participant)) return undefined',
    replace: '',
    tests: ['services/signaling/test/copies.test.ts'],
  },
]
