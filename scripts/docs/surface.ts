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

/** A value that fits is one line. */
const FITS = 120

type Json = Record<string, unknown>

/** What only explains the document: sentences and examples. */
const isProse = (key: string, value: unknown) =>
  (key === 'description' && typeof value === 'string') || (key === 'examples' && !(value as Json).type) || key === 'example'

/** @returns the document without its prose: a better sentence is no other surface */
const withoutProse = (document: Json): Json =>
  JSON.parse(JSON.stringify(document, (key, value) => (isProse(key, value) ? undefined : value)))

/**
 * @returns a JSON document as lines of a path and its value, each as long as fits. A reference is the component's name; a format implies
 * its pattern.
 */
function facts(value: unknown, path: string): string[] {
  const text = JSON.stringify(value, (_key, part) => (part?.format && part.pattern ? { ...part, pattern: undefined } : part)).replaceAll(
    /\{"\$ref":"#\/components\/\w+\/([\w.-]+)"\}/g,
    '<$1>',
  )
  if (text.length <= FITS || typeof value !== 'object' || value === null) return [`${path}  ${text}`]
  if (Array.isArray(value) && value.every((part) => typeof part !== 'object')) return [`${path}  ${text}`]
  return Object.entries(value).flatMap(([key, part]) => (part === undefined ? [] : facts(part, `${path} ${key}`)))
}

const jsonOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as Record<string, unknown>
  return json
}

type Answer = { readonly $ref?: string; readonly content?: Json }
type Entry = { readonly responses: Readonly<Record<string, Answer>>; readonly parameters?: readonly Json[] } & Json

/** The error responses of a route are one line; each is described once, below `components`. */
function route(path: string, { operationId, summary, tags: _service, parameters = [], responses, ...rest }: Entry): string[] {
  const refused = Object.entries(responses).flatMap(([status, { $ref }]) => ($ref ? [`${status} ${$ref.split('/').at(-1)}`] : []))
  const answers = Object.entries(responses).flatMap(([status, { $ref, content }]) =>
    $ref ? [] : facts(content ?? {}, `${path} ${status}`),
  )
  return [
    `${path}  ${operationId}: ${summary}`,
    ...facts(rest, path),
    ...parameters.flatMap((parameter) => facts(parameter, `${path} parameter`)),
    ...answers,
    `${path} refusals  ${refused.join(', ')}`,
  ]
}

const short = (line: string) => line.replaceAll(/(?: content)? application\/json schema/g, ' json').replaceAll(' properties ', ' .')

/** Every route with its input, output and refusals. */
function http(): string[] {
  const { paths, ...rest } = withoutProse(openapi(SITE)) as { paths: Record<string, Record<string, Entry>> }
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, entry]) => route(`${method.toUpperCase()} ${path}`, entry)),
  )
  return [...routes, ...facts(rest, 'document')].map(short)
}

const socket = () => facts(withoutProse(asyncapi(SITE)), 'document').map(short)

function events(): string[] {
  return Object.entries(EVENTS).flatMap(([name, schema]) => facts(jsonOf(schema, 'output'), name))
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
