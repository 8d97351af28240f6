/** The users of the servers of the chart and of compose.yaml, also for operators who run their own servers. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NATS_USERS } from '#proto/nats-access.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { natsUsers } from '../servers/nats-permissions.ts'
import { REDIS_ACCESS, type RedisUser, redisRules } from '../servers/redis-access.ts'
import type { Page } from './config.ts'

const FOLDER = join('charts', 'digital-doorbell', 'files')
const WRITTEN = '# Written by npm run docs from the contract.'

/** NATS's own format: a variable stands without quotes. A value of it that begins with a digit could be read as a number. */
function natsConfiguration(): string {
  const users = natsUsers((user) => user).map(({ user, permissions: { publish, subscribe, allow_responses: responses } }) => {
    const list = (subjects: readonly string[]) => subjects.map((subject) => `      ${JSON.stringify(subject)}`).join('\n')
    return [
      `  {user: ${user}, password: $NATS_PASSWORD_${user.toUpperCase()}, permissions: {`,
      `    publish: {allow: [\n${list(publish.allow)}\n    ]}`,
      `    subscribe: {allow: [\n${list(subscribe.allow)}\n    ]}`,
      ...(responses ? ['    allow_responses: true'] : []),
      '  }}',
    ].join('\n')
  })
  return `${WRITTEN}\nauthorization {users: [\n${users.join('\n')}\n]}\n`
}

const REDIS_USERS = Object.keys(REDIS_ACCESS) as RedisUser[]

function redisUsers(): string {
  const users = REDIS_USERS.map((user) => `- user: ${user}\n  rules: ${JSON.stringify(redisRules(user))}`)
  return `${WRITTEN}\n${users.join('\n')}\n`
}

/** Redis's own format; it has no variables, so the passwords are inserted when it is started. */
function redisConfiguration(): string {
  const users = REDIS_USERS.map((user) => `user ${user} on >$REDIS_PASSWORD_${user.toUpperCase()} ${redisRules(user)}`)
  return [WRITTEN, 'user default off', ...users, ''].join('\n')
}

export function userPages(): readonly Page[] {
  const texts = {
    'nats-users.conf': natsConfiguration(),
    'nats-users.yaml': `${WRITTEN}\n${NATS_USERS.map((user) => `- ${user}`).join('\n')}\n`,
    'redis-users.yaml': redisUsers(),
    'redis-users.conf': redisConfiguration(),
  }
  return Object.entries(texts).map(([name, expected]) => {
    const path = join(ROOT, FOLDER, name)
    return { file: join(FOLDER, name), current: existsSync(path) ? readFileSync(path, 'utf8') : '', expected }
  })
}
