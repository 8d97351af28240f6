import { z } from 'zod'

/** Names the wrong keys and the reasons, never a value: values may be secrets. */
export class ConfigError extends Error {
  constructor(lines: readonly string[]) {
    super(`configuration: ${lines.join('; ')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Reads the environment once into a frozen object.
 * @throws ConfigError naming every key that is missing or wrong
 */
export function readConfig<S extends z.ZodType>(schema: S, env: NodeJS.ProcessEnv = process.env): Readonly<z.output<S>> {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(present)
  if (!parsed.success) throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.') || '(all)'} ${issue.message}`))
  return Object.freeze(parsed.data)
}

export const Flag = z
  .enum(['1', 'true', '0', 'false'])
  .default('0')
  .transform((value) => value === '1' || value === 'true')

/** A comma-separated list; empty by default. */
export const List = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

/** Random keys are as long as the hash that uses them (RFC 2104, section 3); an encoded one is longer. */
const LEAST_KEY = 32
const MOST_KEYS = 3

/** Signing keys, comma-separated: the first signs, all verify, so that a new one can be put before the old one. */
export const Keys = z
  .string()
  .transform((value) => value.split(',').map((part) => part.trim()))
  .pipe(
    z
      .array(z.string().min(LEAST_KEY, `must be at least ${LEAST_KEY} characters: make one with openssl rand -base64 36`))
      .min(1)
      .max(MOST_KEYS, `may be at most ${MOST_KEYS} keys`)
      .refine((keys) => new Set(keys).size === keys.length, 'names a key twice'),
  )

export const Port = z.coerce.number().int().min(0).max(65_535)
export const Milliseconds = z.coerce.number().int().positive()

/** Keys that every service reads. */
export const CommonConfig = {
  NATS_URL: z.string().min(1).describe('nats://user:password@host:port, comma-separated for a cluster'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info').describe('least level that is logged'),
  HTTP_PORT: Port.default(0).describe('health, readiness, metrics; 0 takes a free port'),
  HOST: z.string().default('127.0.0.1').describe('where it listens'),
  REACHED_AT: z
    .string()
    .optional()
    .describe('the address at which other services reach it; HOST by default, needed where HOST is every address'),
  READY_FILE: z
    .string()
    .optional()
    .describe('a file that names the port of probes from the beginning of the start, for a probe where HTTP_PORT is 0'),
  SUPERVISOR_FD: z.coerce.number().int().optional().describe('pipe to the supervisor, where there is one'),
  TEST_CLOCK: Flag.describe('a test start listens to clock shifts; production refuses it'),
  BUILD_VERSION: z.string().default('unknown').describe('set by the image: the release that it was built from'),
  BUILD_REVISION: z.string().default('unknown').describe('set by the image: the commit that it was built from'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .string()
    .optional()
    .describe('where OpenTelemetry sends traces; without it none are recorded (record 0076)'),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional().describe('name=value, comma-separated, such as the key of that collector'),
  OTEL_TRACES_SAMPLER: z.string().optional().describe('which requests are traced, such as parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: z.string().optional().describe('its argument, such as 0.1'),
  NODE_ENV: z.string().default('development').describe('production asks for every choice to be made'),
} as const

/** OpenTelemetry's own variables, which its SDK reads (tracing.ts). */
export type OtelEnv = Readonly<Record<string, string | undefined>>
export const otelEnv = (env: NodeJS.ProcessEnv = process.env): OtelEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('OTEL_')))

/** The duplex pipe to the supervisor, where there is one. */
export function supervisorFd(env: NodeJS.ProcessEnv = process.env): number | undefined {
  return Number(env.SUPERVISOR_FD) || undefined
}
