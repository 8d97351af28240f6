/** Breaks of what `npm start` does: servers, migrations, supervision. */
import type { Break } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'crashed-service-is-not-restarted',
    file: 'scripts/start/supervised-service.ts',
    find: 'this.#again(pause, ready, refused)',
    replace: '',
    tests: ['scripts/start/supervised-service.test.ts', 'scripts/start/start.wire.test.ts'],
  },
  {
    name: 'databases-stay-open-to-every-role',
    file: 'scripts/database/roles.ts',
    find: '  `REVOKE ALL ON',
    replace: '  `REVOKE TEMPORARY ON',
    tests: ['scripts/database/roles.wire.test.ts'],
  },
]
