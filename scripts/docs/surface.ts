/**
 * docs/surface: the public surface that must not change unnoticed (routes, frames, events, subjects), one fact a line, so that each
 * difference is one line of a commit. What can only be observed at run time (cookies, Redis keys, browser storage, JetStream consumers) is
 * in docs/surface/observed.txt, which tests compare.
 */
import { z } from 'zod'
import { EVENTS } from '#proto/events.ts'
import { operations } from '#proto/operations/index.ts'
import { DEAD_LETTER_STREAM, EVENT_STREAM, subjects } from '#proto/subjects.ts'
import { asyncapi } from '../../services/gateway/src/handlers/asyncapi.ts'
import { openapi } from '../../services/gateway/src/handlers/openapi.ts'

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

/** @returns the text of each recorded file, by its name in docs/surface */
export function surfaceFiles(): Readonly<Record<string, string>> {
  const parts = {
    'http.txt': http(),
    'socket.txt': socket(),
    'events.txt': events(),
    'subjects.txt': natsSubjects(),
  }
  return Object.fromEntries(Object.entries(parts).map(([name, lines]) => [name, `${lines.join('\n')}\n`]))
}
