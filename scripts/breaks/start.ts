/** Breaks of what `npm start` does: servers, migrations, supervision. */
import { type Break, lines } from './break.ts'

export const BREAKS: readonly Break[] = [
  {
    name: 'crashed-service-is-not-restarted',
    file: 'scripts/start/supervised-service.ts',
    find: 'this.#again(pause, ready, refused)',
    replace: '',
    tests: ['scripts/start/supervised-service.test.ts', 'scripts/start/start.wire.test.ts'],
  },
  {
    name: 'leftover-processes-are-kept',
    file: 'scripts/start/pid-files.ts',
    find: 'now.started === noted.started',
    replace: 'now.started !== noted.started',
    tests: ['scripts/start/pid-files.test.ts', 'scripts/start/start.wire.test.ts'],
  },
  {
    name: 'migration-lock-does-not-wait',
    file: 'scripts/database/migrate.ts',
    find: 'SELECT pg_advisory_lock($1)',
    replace: 'SELECT pg_try_advisory_lock($1)',
    tests: ['scripts/servers/servers.wire.test.ts'],
  },
  {
    name: 'restarted-server-takes-another-port',
    file: 'scripts/servers/spawned-server.ts',
    find: '        await this.#launch()\n      } catch',
    replace: lines('        this.#port = await freePort()', '        await this.#launch()', '      } catch'),
    tests: ['scripts/servers/servers.wire.test.ts'],
  },
]
