/** Composes the environment of each process; each service receives only its own database, users and keys. */
import { isLoopbackHost } from '#kit/loopback.ts'
import type { NatsUser } from '#proto/nats-access.ts'
import type { ServiceName } from '#proto/operation.ts'
import type { BytesOwner } from '#proto/operations/index.ts'
import type { Ffmpeg } from '../servers/ffmpeg.ts'
import { REDIS_ACCESS, type RedisUser } from '../servers/redis-access.ts'

/** Where a service reaches a server, with credentials of its own; or its key. */
type Own<Name extends string = string> = (service: Name) => string

export type Facts = {
  readonly port: number
  readonly publicUrl: string
  readonly postgresUrl: Own
  readonly redisUrl: Own<RedisUser>
  readonly natsUrl: Own<NatsUser>
  /** New ones first (decision record 0045). */
  readonly visitorTokenKeys: readonly string[]
  /** The key between the gateway and one owner of bytes. */
  readonly internalKey: Own<BytesOwner>
  /** Auth's own: of the names of failed log-ins, and of the secrets of authenticator apps. */
  readonly attemptKey: string
  readonly factorKey: string
  /** Opens the gateway's `/dev`; absent if the product has a public address. */
  readonly devKey?: string | undefined
  readonly filesDir: string
  readonly webDist: string
  readonly mediaWorker: string
  /** Records calls; may not be there yet. */
  readonly ffmpeg: Ffmpeg
  readonly compileCache: string
  /** Services that own a database. */
  readonly withDatabase: readonly string[]
  /** The local Stripe, where there is one. */
  readonly stripe?: StripeFacts | undefined
  readonly lan?: LanFacts
}

export type StripeFacts = { readonly url: string; readonly secretKey: string; readonly webhookSecret: string; readonly priceId: string }

export type LanFacts = {
  readonly origins: readonly string[]
  readonly addresses: readonly string[]
  readonly certFile: string
  readonly keyFile: string
}

/** npm's variables are not passed on; the server URLs are replaced by narrower ones. */
const NOT_INHERITED =
  /^(npm_|FILES|S3_|(INIT_CWD|LAUNCHER_FD|NODE_OPTIONS|PORT|HOST|HTTP_PORT|(DATABASE|REDIS|NATS)_URL|DATA_DIR|OPEN)$|(?!STRIPE_)\w+_KEY$)/
/** What one service alone needs of the operator. */
const OWNED: Readonly<Record<string, string>> = {
  SMTP_URL: 'auth',
  SUPPORT_EMAIL: 'auth',
  ICE_SERVERS: 'signaling',
  TURN_SECRET: 'signaling',
  STRIPE_SECRET_KEY: 'billing',
  STRIPE_PRICE_ID: 'billing',
  STRIPE_API_URL: 'billing',
  STRIPE_WEBHOOK_SECRET: 'gateway',
}

/** glibc's heaps for threads: with 8 for each core, its default, the gateway keeps what an attack made it allocate. As in Dockerfile. */
const ARENAS = '2'

const usesRedis = (service: string): service is RedisUser => Object.hasOwn(REDIS_ACCESS, service)

/** Services that store files; only these receive the store's keys. */
const WITH_FILES: readonly string[] = ['auth', 'doorbell']

function fileKeys(facts: Facts, inherited: NodeJS.ProcessEnv): Record<string, string> {
  const chosen = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && /^(FILES$|S3_)/.test(entry[0]),
  )
  return { ...Object.fromEntries(chosen), FILES_DIR: facts.filesDir }
}

/** Mail stays at `/dev/mail` until SMTP is configured. */
export const usesMailbox = ({ MAIL, SMTP_URL }: NodeJS.ProcessEnv): boolean => (MAIL ? MAIL === 'mailbox' : !SMTP_URL)

/** Payments go to the local Stripe until the operator chooses, and never where others than this machine's browsers would be led to it. */
export const usesLocalStripe = ({ BILLING, STRIPE_SECRET_KEY }: NodeJS.ProcessEnv, publicUrl: string): boolean =>
  !BILLING && !STRIPE_SECRET_KEY && isLoopbackHost(URL.parse(publicUrl)?.hostname ?? '')

/**
 * @param inherited the supervisor's environment, which passes operator settings (MAIL, SMTP_URL, RING_LIFE_MS, …) to the services
 */
export function composeEnvironment(service: ServiceName | 'gateway', facts: Facts, inherited: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(inherited).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && !NOT_INHERITED.test(entry[0]) && (OWNED[entry[0]] ?? service) === service,
    ),
  )
  return {
    EMBEDDED: '1',
    ...(service === 'auth' && !kept.MAIL ? { MAIL: usesMailbox(kept) ? 'mailbox' : 'smtp' } : {}),
    ...kept,
    SUPERVISOR_FD: '3',
    NATS_URL: facts.natsUrl(service),
    ...(usesRedis(service) ? { REDIS_URL: facts.redisUrl(service) } : {}),
    PUBLIC_URL: kept.PUBLIC_URL || facts.publicUrl,
    HOST: '127.0.0.1',
    HTTP_PORT: '0',
    NODE_COMPILE_CACHE: facts.compileCache,
    ...(facts.withDatabase.includes(service) ? { DATABASE_URL: facts.postgresUrl(service) } : {}),
    ...(WITH_FILES.includes(service) ? fileKeys(facts, inherited) : {}),
    ...((inherited.STRIPE_SECRET_KEY || facts.stripe) && !inherited.BILLING ? { BILLING: 'stripe' } : {}),
    ...ownKeys(service, facts, kept),
  }
}

function ownKeys(service: string, facts: Facts, kept: Record<string, string>): Record<string, string> {
  const visitorTokenKey = { VISITOR_TOKEN_KEY: facts.visitorTokenKeys.join(',') }
  if (service === 'auth') return { INTERNAL_KEY: facts.internalKey('auth'), ATTEMPT_KEY: facts.attemptKey, FACTOR_KEY: facts.factorKey }
  const { ffmpeg, ffprobe } = facts.ffmpeg
  if (service === 'doorbell')
    return { ...visitorTokenKey, INTERNAL_KEY: facts.internalKey('doorbell'), FFMPEG_BIN: ffmpeg, FFPROBE_BIN: ffprobe }
  if (service === 'sfu')
    return {
      FFMPEG_BIN: ffmpeg,
      MEDIASOUP_WORKER_BIN: facts.mediaWorker,
      MEDIA_LISTEN: kept.MEDIA_LISTEN ?? facts.lan?.addresses.join(',') ?? '127.0.0.1',
    }
  if (service === 'billing') return stripeKeys(facts.stripe)
  if (service !== 'gateway') return {}
  return {
    ...visitorTokenKey,
    ...(facts.stripe ? { STRIPE_WEBHOOK_SECRET: facts.stripe.webhookSecret } : {}),
    AUTH_INTERNAL_KEY: facts.internalKey('auth'),
    DOORBELL_INTERNAL_KEY: facts.internalKey('doorbell'),
    ...(facts.devKey ? { DEV_KEY: facts.devKey } : {}),
    PORT: String(facts.port),
    MALLOC_ARENA_MAX: ARENAS,
    WEB_DIST: facts.webDist,
    ...(facts.lan ? lanKeys(facts.lan) : {}),
  }
}

function stripeKeys(stripe: StripeFacts | undefined): Record<string, string> {
  if (!stripe) return {}
  const { url, secretKey, priceId } = stripe
  return { STRIPE_SECRET_KEY: secretKey, STRIPE_PRICE_ID: priceId, STRIPE_API_URL: url }
}

/** The gateway also listens on loopback, where its readiness is checked. */
function lanKeys(lan: LanFacts): Record<string, string> {
  return {
    LAN_ADDRESSES: lan.addresses.join(','),
    LAN_ORIGINS: lan.origins.join(','),
    TLS_CERT_FILE: lan.certFile,
    TLS_KEY_FILE: lan.keyFile,
  }
}
