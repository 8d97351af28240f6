import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    // 1.1.2
    name: 'media-parameters-are-not-read',
    file: 'services/sfu/src/handlers/peers.ts',
    find: lines("  if (!success) throw new AppError('malformed')", '  return data'),
    replace: '  return success ? data : (parameters as T)',
    tests: ['services/sfu/test/media-parameters.test.ts'],
  },
  {
    name: 'visitor-learns-of-producers-before-the-answer',
    file: 'services/sfu/src/adapters/peer.ts',
    find: "other.side === 'visitor' || this.#context.active()",
    replace: "other.side === 'visitor' || this.#capabilities !== undefined",
    tests: ['services/sfu/test/producers.test.ts', 'services/signaling/test/visitor-trace.test.ts'],
  },
]
