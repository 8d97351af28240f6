/** The documented commands with which an operator makes the keys: their results start every service. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, expect, test } from '@jest/globals'
import { readConfig } from '#kit/config.ts'
import { NATS_USERS } from '#proto/nats-access.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { keys } from '../chart/edges.ts'
import { COMPONENTS } from '../chart/values.ts'
import { readContainers } from '../compose/compose-file.ts'
import { servicesWithDatabase } from '../database/migrate.ts'
import { REDIS_ACCESS } from '../servers/redis-access.ts'
import { configSchemaOf } from '../start/config-schemas.ts'

const folder = mkdtempSync(join(tmpdir(), 'key-commands-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a part of a document in bash. @returns the file of settings that it writes */
function run(document: string, part: RegExp, file: string): Readonly<Record<string, string>> {
  const commands = part.exec(readFileSync(join(ROOT, document), 'utf8'))?.[0]
  if (!commands) throw new Error(`${document} has no such commands`)
  execFileSync('bash', ['-c', commands], { cwd: folder })
  return parseEnv(readFileSync(join(folder, file), 'utf8')) as Record<string, string>
}

const IMAGE = { NODE_ENV: 'production', HOST: '0.0.0.0', HTTP_PORT: '8080', PORT: '5000' }

test('every service starts with the keys that docs/one-host.md makes', async () => {
  const made = run('docs/one-host.md', /^\( set -C;[\s\S]*?\.env \)$/m, '.env')
  const given = { DOMAIN: 'bell.test', ADDRESS: '203.0.113.7', SMTP_URL: 'smtps://mail.test', TAG: '1' }
  const containers = readContainers({ ...made, ...given })
  for (const service of COMPONENTS) {
    const schema = await configSchemaOf(service)
    expect(() => schema && readConfig(schema, { ...IMAGE, ...containers[service]?.environment })).not.toThrow()
  }
})

test('charts/README.md makes each key that the chart reads, and one that signs pushes', async () => {
  const made = run('charts/README.md', /^random\(\)[\s\S]*?(?=\necho "smtp-url)/m, 'keys.env')
  const own = Object.values(keys).flatMap((table) => Object.values(table))
  const expected = [
    ...own.filter((key) => !/^(stripe|turn)-/.test(key)),
    ...NATS_USERS.map((user) => `nats-url-${user}`),
    ...Object.keys(REDIS_ACCESS).map((user) => `redis-url-${user}`),
    ...servicesWithDatabase(ROOT).map((service) => `database-url-${service}`),
  ]
  expect(Object.keys(made).toSorted()).toEqual([...new Set(expected)].toSorted())
  const push = (await configSchemaOf('notify'))?.shape.PUSH_KEYS
  expect(push?.safeParse(made['push-keys']).success).toBe(true)
})
