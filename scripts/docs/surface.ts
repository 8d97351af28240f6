/**
 * docs/surface: the public surface that must not change unnoticed (routes, frames, events, subjects,
 * environment variables, tables), one fact a line, so that each difference is one line of a commit. What can only be observed at run time
 * (cookies, Redis keys, browser storage, JetStream consumers) is in docs/surface/observed.txt, which tests compare.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { EVENTS } from '#proto/events.ts'
import { SERVICES } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { DEAD_LETTER_STREAM, EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { servicesWithDatabase } from '#scripts/database/migrate.ts'
import { schemaOf as prismaSchemaOf } from '#scripts/database/prisma-cli.ts'
import { asyncapi } from '../../services/gateway/src/handlers/asyncapi.ts'
import { openapi } from '../../services/gateway/src/handlers/openapi.ts'
import { configSchemaOf } from '../start/config-schemas.ts'

const SITE = 'http://localhost:5000'

const isScalar = (value: unknown) => typeof value !== 'object' || value === null

/**
 * @returns one line for each leaf of a JSON document: its path and its value. A list of scalars is one leaf; a format says what its pattern
 * does.
 */
function leaves(value: unknown, path: string): string[] {
  if (isScalar(value) || (Array.isArray(value) && value.every(isScalar))) return [`${path}  ${JSON.stringify(value)}`]
  const entries = Object.entries(value as object).filter(
    ([key, part]) => part !== undefined && !(key === 'pattern' && 'format' in (value as object)),
  )
  if (entries.length === 0) return [`${path}  {}`]
  return entries.flatMap(([key, part]) => leaves(part, `${path} ${key}`))
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as Record<string, unknown>
  return json
}

/** Every route with its input and output, and the internal operations. */
function http(): string[] {
  const { paths, ...rest } = openapi(SITE) as { paths: Record<string, Record<string, unknown>> }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, entry]) => leaves(entry, `${method.toUpperCase()} ${path}`)),
  )
  const short = (line: string) => line.replaceAll(' content application/json schema', ' json').replaceAll(' properties ', ' .')
  return [...routes, ...leaves(rest, 'document')].map(short)
}

function socket(): string[] {
  return leaves(asyncapi(SITE), 'document')
}

function events(): string[] {
  return Object.entries(EVENTS).flatMap(([name, schema]) => leaves(jsonOf(schema, 'output'), name))
}

const STREAMS = [EVENT_STREAM, DEAD_LETTER_STREAM].map((name) => `stream  ${name}`)

function natsSubjects(): string[] {
  const built = Object.entries(subjects).flatMap(([name, subject]) => {
    if (typeof subject === 'string') return [`${name}  ${subject}`]
    if (name === 'rpc' || name === 'node' || name === 'event') return []
    return [`${name}  ${(subject as (...ids: string[]) => string)('{id}', '{id}')}`]
  })
  const rpc = operations.map(({ name }) => `rpc  ${subjects.rpc(name)}`)
  return [
    ...STREAMS,
    ...built,
    ...rpc,
    ...Object.keys(EVENTS).map((name) => `event  ${subjects.event(name, Number.NaN).replace('NaN', '{id}')}`),
  ]
}

async function environment(): Promise<string[]> {
  const parts = await Promise.all(
    ['gateway', ...SERVICES].map(async (name) => {
      const schema = await configSchemaOf(name)
      const { properties = {}, required } = jsonOf(schema ?? z.object({}), 'input') as {
        properties?: Record<string, object>
        required?: string[]
      }
      return Object.entries(properties).flatMap(([key, property]) =>
        leaves({ ...property, required: required?.includes(key) ?? false, description: undefined }, `${name} ${key}`),
      )
    }),
  )
  return parts.flat()
}

/** The lines of each schema.prisma, without comments and alignment, each with its model's name. */
function database(): string[] {
  return servicesWithDatabase(ROOT).flatMap((service) => {
    let block = ''
    return readFileSync(prismaSchemaOf(ROOT, service), 'utf8')
      .split('\n')
      .map((line) =>
        line
          .replace(/\s*\/\/.*$/, '')
          .trim()
          .replaceAll(/\s+/g, ' '),
      )
      .filter((line) => line !== '' && line !== '}')
      .flatMap((line) => {
        const opened = /^(\w+ \w+) \{$/.exec(line)
        block = opened?.[1] ?? block
        return /^(model|enum) /.test(block) ? [`${service} ${block}${opened ? '' : `  ${line}`}`] : []
      })
  })
}

/** @returns the text of each recorded file, by its name in docs/surface */
export async function surfaceFiles(): Promise<Readonly<Record<string, string>>> {
  const parts = {
    'http.txt': http(),
    'socket.txt': socket(),
    'events.txt': events(),
    'subjects.txt': natsSubjects(),
    'environment.txt': await environment(),
    'database.txt': database(),
  }
  return Object.fromEntries(Object.entries(parts).map(([name, lines]) => [name, `${lines.join('\n')}\n`]))
}
