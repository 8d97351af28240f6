/** Each service's server addresses with its own credentials, and its keys, all derived from the product's secrets. */
import { databaseName, databaseUrl } from '../database/migrate.ts'
import { postgresUrlAs } from '../database/roles.ts'
import { natsUrlAs } from '../servers/nats.ts'
import { redisUrlAs } from '../servers/redis.ts'
import type { Facts } from './environment.ts'
import { internalKeyOf, type Secrets, visitorTokenKeysOf } from './secrets.ts'

export type ServerUrls = {
  /** The superuser's URL; its database name is the first half of the databases' names. */
  readonly postgres: string
  readonly redis: string
  readonly nats: string
}
export type ServerKind = keyof ServerUrls
export type Connections = Pick<
  Facts,
  'postgresUrl' | 'redisUrl' | 'natsUrl' | 'visitorTokenKeys' | 'internalKey' | 'attemptKey' | 'factorKey' | 'pushKeys'
>

/** @param given servers whose address the operator has configured: all services use the credentials of that address */
export function connectionsOf(urls: ServerUrls, secrets: Secrets, given: ReadonlySet<ServerKind> = new Set()): Connections {
  return {
    postgresUrl: (service) =>
      given.has('postgres')
        ? databaseUrl(urls.postgres, databaseName(urls.postgres, service))
        : postgresUrlAs(urls.postgres, secrets.postgres, service),
    redisUrl: (service) => (given.has('redis') ? urls.redis : redisUrlAs(urls.redis, secrets.redis, service)),
    natsUrl: (user) => (given.has('nats') ? urls.nats : natsUrlAs(urls.nats, secrets.nats, user)),
    visitorTokenKeys: visitorTokenKeysOf(secrets),
    internalKey: (owner) => internalKeyOf(secrets.internalKey, owner),
    attemptKey: secrets.attemptKey,
    factorKey: secrets.factorKey,
    pushKeys: secrets.pushKeys,
  }
}
