/** Composes the environment of each process; each service receives only its own database. */
import { databaseName, databaseUrl } from '../database/migrate.ts'
import type { Secrets } from './secrets.ts'

export type Facts = {
  readonly port: number
  readonly publicUrl: string
  readonly postgresUrl: string
  readonly redisUrl: string
  readonly natsUrl: string
  readonly secrets: Secrets
  /** Opens the gateway's `/dev`; absent if the product has a public address. */
  readonly devKey?: string | undefined
  readonly filesDir: string
  readonly webDist: string
  readonly mediaWorker: string
  readonly compileCache: string
  /** Services that own a database. */
  readonly withDatabase: readonly string[]
  readonly lan?: LanFacts
}

export type LanFacts = {
  readonly origins: readonly string[]
  readonly addresses: readonly string[]
  readonly certFile: string
  readonly keyFile: string
}

/** npm's variables are not passed on; the server URLs are replaced by narrower ones. */
const NOT_INHERITED =
  /^(npm_|FILES|S3_|(INIT_CWD|LAUNCHER_FD|NODE_OPTIONS|PORT|HOST|HTTP_PORT|DATABASE_URL|REDIS_URL|NATS_URL|DATA_DIR|DEV_KEY|OPEN)$)/

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

/**
 * @param inherited the supervisor's environment, which passes operator settings (MAIL, SMTP_URL, RING_LIFE_MS, …) to the services
 */
export function composeEnvironment(service: string, facts: Facts, inherited: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.fromEntries(
    Object.entries(inherited).filter((entry): entry is [string, string] => entry[1] !== undefined && !NOT_INHERITED.test(entry[0])),
  )
  return {
    EMBEDDED: '1',
    ...(service === 'auth' && !kept.MAIL ? { MAIL: usesMailbox(kept) ? 'mailbox' : 'smtp' } : {}),
    ...kept,
    SUPERVISOR_FD: '3',
    NATS_URL: facts.natsUrl,
    REDIS_URL: facts.redisUrl,
    PUBLIC_URL: kept.PUBLIC_URL || facts.publicUrl,
    HOST: '127.0.0.1',
    HTTP_PORT: '0',
    NODE_COMPILE_CACHE: facts.compileCache,
    INTERNAL_KEY: facts.secrets.internalKey,
    ...(facts.withDatabase.includes(service)
      ? { DATABASE_URL: databaseUrl(facts.postgresUrl, databaseName(facts.postgresUrl, service)) }
      : {}),
    ...(WITH_FILES.includes(service) ? fileKeys(facts, inherited) : {}),
    ...ownKeys(service, facts, kept),
  }
}

function ownKeys(service: string, facts: Facts, kept: Record<string, string>): Record<string, string> {
  if (service === 'doorbell') return { VISITOR_TOKEN_KEY: facts.secrets.visitorTokenKey }
  if (service === 'sfu')
    return { MEDIASOUP_WORKER_BIN: facts.mediaWorker, MEDIA_LISTEN: kept.MEDIA_LISTEN ?? facts.lan?.addresses.join(',') ?? '127.0.0.1' }
  if (service !== 'gateway') return {}
  return {
    VISITOR_TOKEN_KEY: facts.secrets.visitorTokenKey,
    ...(facts.devKey ? { DEV_KEY: facts.devKey } : {}),
    PORT: String(facts.port),
    WEB_DIST: facts.webDist,
    ...(facts.lan ? lanKeys(facts.lan) : {}),
  }
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
