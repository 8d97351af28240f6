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
  {
    name: 'nats-users-may-answer-for-each-other',
    file: 'scripts/servers/nats-permissions.ts',
    find: 'const servedBy = (service: ServiceName) => [subjects.rpc(allOf(service))',
    replace: "const servedBy = (service: ServiceName) => [subjects.rpc('*.*')",
    tests: ['scripts/servers/nats-permissions.wire.test.ts'],
  },
  {
    name: 'databases-stay-open-to-every-role',
    file: 'scripts/database/roles.ts',
    find: '  `REVOKE ALL ON',
    replace: '  `REVOKE TEMPORARY ON',
    tests: ['scripts/database/roles.wire.test.ts'],
  },
  {
    name: 'gateway-may-write-blocks',
    file: 'scripts/servers/redis-access.ts',
    find: '`%R~',
    replace: '`~',
    tests: ['scripts/servers/redis-access.wire.test.ts'],
  },
  {
    name: 'rotation-keeps-no-old-key',
    file: 'scripts/start/secrets.ts',
    find: "[newSecret(), present].join(',')",
    replace: 'newSecret() || present',
    tests: ['scripts/start/secrets.test.ts'],
  },
]
