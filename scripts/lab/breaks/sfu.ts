import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'dead-worker-is-not-restarted',
    file: 'services/sfu/src/adapters/worker.ts',
    find: lines('if (performance.now() - born > STEADY) this.#backoff = BACKOFF_FIRST', '      this.#again()'),
    replace: 'if (performance.now() - born > STEADY) this.#backoff = BACKOFF_FIRST',
    tests: ['services/sfu/test/room.test.ts', 'services/signaling/test/media.test.ts'],
  },
  {
    // 1.1.2
    name: 'media-parameters-are-not-read',
    file: 'services/sfu/src/handlers/peers.ts',
    find: lines("  if (!success) throw new AppError('malformed')", '  return data'),
    replace: '  return success ? data : (parameters as T)',
    tests: ['services/sfu/test/media-parameters.test.ts'],
  },
  {
    name: 'empty-pieces-are-recorded',
    file: 'services/sfu/src/adapters/piece-queue.ts',
    find: 'isEmpty && !mayBeEmpty',
    replace: 'isEmpty && mayBeEmpty',
    tests: ['services/sfu/test/failing-recording.test.ts'],
  },
  {
    name: 'produces-run-at-the-same-time',
    file: 'services/sfu/src/adapters/peer.ts',
    find: lines(
      'const before = this.#producing.get(source) ?? Promise.resolve()',
      '    const produced = before.catch(() => undefined).then(() => this.#produce(transportId, source, rtpParameters, paused))',
    ),
    replace: 'const produced = this.#produce(transportId, source, rtpParameters, paused)',
    tests: ['services/sfu/test/producers.test.ts'],
  },
  {
    name: 'visitor-learns-of-producers-before-the-answer',
    file: 'services/sfu/src/adapters/peer.ts',
    find: "other.side === 'visitor' || this.#context.active()",
    replace: "other.side === 'visitor' || this.#capabilities !== undefined",
    tests: ['services/sfu/test/producers.test.ts', 'services/signaling/test/visitor-trace.test.ts'],
  },
  {
    name: 'every-peer-of-a-visitor-sends',
    file: 'services/sfu/src/adapters/room.ts',
    find: 'this.#sendingPeer === undefined || this.#sendingPeer.peer === id',
    replace: 'id !== undefined',
    tests: ['services/sfu/test/visitor-peers.test.ts', 'services/signaling/test/visitor-tabs.test.ts'],
  },
  {
    name: 'stopping-node-does-not-report-its-rooms',
    file: 'services/sfu/src/app.ts',
    find: 'engine.abandon()',
    replace: '',
    tests: ['services/sfu/test/room.test.ts'],
  },
]
