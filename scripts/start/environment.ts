/** Composes the environment of each process; each service receives only its own database, users and keys. */
import { isLoopbackHost } from '#kit/loopback.ts'
import type { NatsUser } from '#proto/nats-access.ts'
import { type OwnerName, SERVICES } from '#proto/operation.ts'
import type { BytesOwner } from '#proto/operations/index.ts'
import type { Ffmpeg } from '../servers/ffmpeg.ts'
import { REDIS_ACCESS, type RedisUser } from '../servers/redis-access.ts'
import { configSchemaOf } from './config-schemas.ts'
import { FRONT_ADDRESS } from './front/headers.ts'

/** Returns a service's own value: the address of a server with the service's credentials, or a key. */
type Own<Name extends string = string> = (service: Name) => string

export type Facts = {
  readonly port: number
  readonly publicUrl: string
  readonly postgresUrl: Own
  readonly redisUrl: Own<RedisUser>
  readonly natsUrl: Own<NatsUser>
  /** The newest first (record 0045). */
  readonly visitorTokenKeys: readonly string[]
  /** The key that the gateway shares with one service that owns files. */
  readonly internalKey: Own<BytesOwner>
  /** Keys of auth alone: this one hashes the names of failed log-ins, the next one encrypts the secrets of authenticator apps. */
  readonly attemptKey: string
  readonly factorKey: string
  /** Keys of notify alone, comma-separated, which sign pushes. */
  readonly pushKeys: string
  /** Opens the gateway's `/dev`; absent if the product has a public address. */
  readonly devKey?: string | undefined
  readonly filesDir: string
  readonly webDist: string
  readonly mediaWorker: string
  /** The programs that record calls; they may not exist yet. */
  readonly ffmpeg: Ffmpeg
  readonly compileCache: string
  /** Services that own a database. */
  readonly withDatabase: readonly string[]
  /** The local Stripe, if it is used. */
  readonly stripe?: StripeFacts | undefined
  readonly lan?: LanFacts
}

export type StripeFacts = { readonly url: string; readonly secretKey: string; readonly webhookSecret: string; readonly priceId: string }

/** One copy of a service. */
export type CopyFacts = {
  /** Differs between the copies of a service. */
  readonly name: string
  /** Of a gateway: requests reach it by the front alone, which listens at the product's port. */
  readonly isBehindFront: boolean
}

export type LanFacts = {
  readonly origins: readonly string[]
  readonly addresses: readonly string[]
  readonly certFile: string
  readonly keyFile: string
}

const oneOf = (...patterns: string[]) => new RegExp(`^(${patterns.join('|')})$`, 'i')
/** Variables that programs and their libraries need. Of all others, a service inherits only those in its configuration schema. */
const OF_THE_SHELL = oneOf(
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'TMPDIR', 'TZ', 'LANG', 'LANGUAGE', 'LC_\\w+', 'MALLOC_ARENA_MAX'],
  ...['NODE_EXTRA_CA_CERTS', 'NODE_USE_(SYSTEM_CA|ENV_PROXY)', 'SSL_CERT_(FILE|DIR)', '(HTTPS?|NO|ALL)_PROXY', 'OTEL_\\w+'],
)
/** Settings that only `npm start` chooses. */
const OURS = oneOf(
  ...['EMBEDDED', 'SUPERVISOR_FD', 'READY_FILE', 'HOST', 'HTTP_PORT', 'PORT', '(DATABASE|REDIS|NATS)_URL', 'FILES_DIR', 'WEB_DIST'],
  ...['(?!S3_|STRIPE_)\\w+_KEY', 'PUSH_KEYS', 'LAN_\\w+', 'TLS_\\w+'],
)

const SETTINGS = new Map<string, ReadonlySet<string>>(
  await Promise.all(
    ['gateway', ...SERVICES].map(async (name) => [name, new Set(Object.keys((await configSchemaOf(name))?.shape ?? {}))] as const),
  ),
)

const reads = (service: string, name: string) => SETTINGS.get(service)?.has(name) === true

/** What a service inherits: secrets in the operator's environment reach only the services that use them. */
function inheritedBy(service: string, env: NodeJS.ProcessEnv): Record<string, string> {
  const isPassed = (name: string) => OF_THE_SHELL.test(name) || (reads(service, name) && !OURS.test(name))
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && isPassed(entry[0])))
}

/**
 * The number of glibc's heaps for threads. With its default of 8 for each core, the gateway keeps most of the memory that an attack made
 * it allocate. The Dockerfile sets the same.
 */
const ARENAS = '2'

const usesRedis = (service: string): service is RedisUser => Object.hasOwn(REDIS_ACCESS, service)

/** Mail stays at `/dev/mail` until SMTP is configured. */
export const usesMailbox = ({ MAIL, SMTP_URL }: NodeJS.ProcessEnv): boolean => (MAIL ? MAIL === 'mailbox' : !SMTP_URL)

/** Payments go to the local Stripe until the operator chooses, and never if other machines' browsers would be redirected to it. */
export const usesLocalStripe = ({ BILLING, STRIPE_SECRET_KEY }: NodeJS.ProcessEnv, publicUrl: string): boolean =>
  !BILLING && !STRIPE_SECRET_KEY && isLoopbackHost(URL.parse(publicUrl)?.hostname ?? '')

/**
 * @param inherited the supervisor's environment, which passes operator settings (MAIL, SMTP_URL, RING_LIFE_MS, …) to the services
 * @param copy by default the only one
 */
export function composeEnvironment(
  service: OwnerName,
  facts: Facts,
  inherited: NodeJS.ProcessEnv,
  copy: CopyFacts = { name: service, isBehindFront: false },
): Record<string, string> {
  const kept = inheritedBy(service, inherited)
  return {
    EMBEDDED: '1',
    ...(reads(service, 'MAIL') ? { MAIL: usesMailbox(kept) ? 'mailbox' : 'smtp' } : {}),
    ...kept,
    SUPERVISOR_FD: '3',
    NATS_URL: facts.natsUrl(service),
    ...(usesRedis(service) ? { REDIS_URL: facts.redisUrl(service) } : {}),
    ...(reads(service, 'PUBLIC_URL') ? { PUBLIC_URL: kept.PUBLIC_URL || facts.publicUrl } : {}),
    HOST: '127.0.0.1',
    HTTP_PORT: '0',
    NODE_COMPILE_CACHE: facts.compileCache,
    ...(facts.withDatabase.includes(service) ? { DATABASE_URL: facts.postgresUrl(service) } : {}),
    ...(reads(service, 'FILES_DIR') ? { FILES_DIR: facts.filesDir } : {}),
    ...(reads(service, 'BILLING') && (inherited.STRIPE_SECRET_KEY || facts.stripe) && !inherited.BILLING ? { BILLING: 'stripe' } : {}),
    ...ownKeys(service, facts, kept, copy),
  }
}

function ownKeys(service: string, facts: Facts, kept: Record<string, string>, copy: CopyFacts): Record<string, string> {
  const visitorTokenKey = { VISITOR_TOKEN_KEY: facts.visitorTokenKeys.join(',') }
  if (service === 'auth') return { INTERNAL_KEY: facts.internalKey('auth'), ATTEMPT_KEY: facts.attemptKey, FACTOR_KEY: facts.factorKey }
  const { ffmpeg, ffprobe } = facts.ffmpeg
  if (service === 'doorbell')
    return { ...visitorTokenKey, INTERNAL_KEY: facts.internalKey('doorbell'), FFMPEG_BIN: ffmpeg, FFPROBE_BIN: ffprobe }
  if (service === 'notify') return { PUSH_KEYS: facts.pushKeys }
  if (service === 'sfu')
    return {
      FFMPEG_BIN: ffmpeg,
      MEDIASOUP_WORKER_BIN: facts.mediaWorker,
      MEDIA_LISTEN: kept.MEDIA_LISTEN ?? facts.lan?.addresses.join(',') ?? '127.0.0.1',
      ...(kept.METRICS_PORT ? { METRICS_COPY: copy.name } : {}),
    }
  if (service === 'billing') return stripeKeys(facts.stripe)
  if (service !== 'gateway') return {}
  return {
    ...visitorTokenKey,
    ...(facts.stripe ? { STRIPE_WEBHOOK_SECRET: facts.stripe.webhookSecret } : {}),
    AUTH_INTERNAL_KEY: facts.internalKey('auth'),
    DOORBELL_INTERNAL_KEY: facts.internalKey('doorbell'),
    ...(facts.devKey ? { DEV_KEY: facts.devKey } : {}),
    MALLOC_ARENA_MAX: ARENAS,
    WEB_DIST: facts.webDist,
    ...(copy.isBehindFront ? behindFront(facts, kept) : listensItself(facts)),
  }
}

/** Listens at the product's port; with `--lan` also on loopback, where readiness is checked. */
const listensItself = ({ port, lan }: Facts): Record<string, string> => ({ PORT: String(port), ...(lan ? lanKeys(lan) : {}) })

/** A copy behind the front takes any free port. Its own addresses are those of the front, which it trusts as any gateway trusts a proxy. */
function behindFront({ port, lan }: Facts, { TRUSTED_PROXIES: trusted = 'none' }: Record<string, string>): Record<string, string> {
  const local = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}:${port}`)
  return {
    PORT: '0',
    LAN_ORIGINS: [...local, ...(lan?.origins ?? [])].join(','),
    TRUSTED_PROXIES: [...(trusted === 'none' ? [] : [trusted]), `${FRONT_ADDRESS}/32`].join(','),
  }
}

/** @param inherited as of `composeEnvironment` @returns the environment of the front of several gateways */
export function composeFrontEnvironment(facts: Facts, inherited: NodeJS.ProcessEnv): Record<string, string> {
  const { TRUSTED_PROXIES, LOG_LEVEL } = inherited
  return {
    ...inheritedBy('front', inherited),
    ...(TRUSTED_PROXIES ? { TRUSTED_PROXIES } : {}),
    ...(LOG_LEVEL ? { LOG_LEVEL } : {}),
    SUPERVISOR_FD: '3',
    HOST: FRONT_ADDRESS,
    NODE_COMPILE_CACHE: facts.compileCache,
    MALLOC_ARENA_MAX: ARENAS,
    ...listensItself(facts),
  }
}

function stripeKeys(stripe: StripeFacts | undefined): Record<string, string> {
  if (!stripe) return {}
  const { url, secretKey, priceId } = stripe
  return { STRIPE_SECRET_KEY: secretKey, STRIPE_PRICE_ID: priceId, STRIPE_API_URL: url }
}

/** The settings of `--lan`. */
function lanKeys(lan: LanFacts): Record<string, string> {
  return {
    LAN_ADDRESSES: lan.addresses.join(','),
    LAN_ORIGINS: lan.origins.join(','),
    TLS_CERT_FILE: lan.certFile,
    TLS_KEY_FILE: lan.keyFile,
  }
}
