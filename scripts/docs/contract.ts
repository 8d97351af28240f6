/** Generates docs/contract.md from proto/. */
import { z } from 'zod'
import { ERRORS } from '#proto/errors.ts'
import { EVENTS } from '#proto/events.ts'
import { ClientFrame, routeOf } from '#proto/frames/client.ts'
import { MediaEvent, MediaReplies, MediaRequest } from '#proto/frames/media.ts'
import { CLOSE, ServerFrame } from '#proto/frames/server.ts'
import {
  AGAIN_MAX,
  CONTACTS,
  DOOR_FACTOR,
  DOORS,
  EVERYBODY_FACTOR,
  FIELD,
  LIMITS,
  LIST,
  PARTIES_FACTOR,
  PHOTO_BYTES,
  RESIDENTS_FACTOR,
  RING_PRESSURE,
  SOCKET,
  SOUNDS,
  TIME,
  VISIT,
} from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { table } from './markdown.ts'

type JsonSchema = { properties?: Record<string, { const?: unknown }>; required?: string[] }

function jsonOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  return z.toJSONSchema(schema, { io, unrepresentable: 'any', cycles: 'ref' }) as JsonSchema
}

/** `a`, `b?`: a schema's fields, an optional one marked; a discriminating constant is left out. */
function fieldsOf(schema: z.ZodType, io: 'input' | 'output', without: readonly string[] = []): string {
  const json = jsonOf(schema, io)
  const names = Object.keys(json.properties ?? {}).filter((name) => !without.includes(name))
  return names.map((name) => `\`${name}${json.required?.includes(name) ? '' : '?'}\``).join(' ')
}

/** The discriminating value of a union member. */
function tagOf(schema: z.ZodType, key: string): string {
  return String(jsonOf(schema, 'input').properties?.[key]?.const)
}

function route(entry: Operation): string {
  if (entry.bytes) return 'bytes over HTTP only'
  if (!entry.http) return 'rpc only'
  const kind = [entry.http.body === 'raw' ? 'raw in' : '', entry.http.answer === 'stream' ? 'stream out' : ''].filter(Boolean).join(', ')
  return `\`${entry.http.method} ${entry.http.path}\`${kind ? ` (${kind})` : ''}`
}

function operationTable(list: readonly Operation[]): string {
  return table(
    ['operation', 'route', 'caller', 'scope', 'limit', 'input', 'errors', 'what it does'],
    list.map((entry) => [
      `\`${entry.name}\``,
      route(entry),
      entry.caller,
      entry.scope ?? '',
      entry.limit,
      fieldsOf(entry.input, 'input'),
      entry.errors.map((code) => `\`${code}\``).join(' '),
      entry.summary,
    ]),
  )
}

type Column = { readonly head: string; readonly of: (tag: string) => string }

function union(title: string, options: readonly z.ZodType[], key: string, io: 'input' | 'output', extra?: Column): string {
  const rows = options.map((option) => {
    const tag = tagOf(option, key)
    return [`\`${tag}\``, fieldsOf(option, io, [key]), ...(extra ? [extra.of(tag)] : [])]
  })
  return `### ${title}\n\n${table([key, 'fields', ...(extra ? [extra.head] : [])], rows)}`
}

function frameOwner(tag: string): string {
  const owner = routeOf(tag)?.to
  return owner ? `\`${owner}\`` : 'the gateway itself'
}

function mediaReply(op: string): string {
  return op in MediaReplies ? fieldsOf(MediaReplies[op as keyof typeof MediaReplies], 'output') : '`{}`'
}

/** Formats a constant; an object lists each value with its name. */
function inWords(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value)
  return Object.entries(value)
    .map(([name, part]) => `${name} ${part}`)
    .join(', ')
}

function constants(title: string, values: Record<string, unknown>): string {
  return `### ${title}\n\n${table(
    ['name', 'value'],
    Object.entries(values).map(([name, value]) => [`\`${name}\``, inWords(value)]),
  )}`
}

function limitTable(): string {
  const rows = Object.entries(LIMITS).map(([name, rule]) => [
    `\`${name}\``,
    rule.by.join(', ') || '–',
    rule.max ? `${rule.max} in ${rule.window / 1000} s` : 'none',
  ])
  return `### Rate limits\n\n${table(['class', 'counted by', 'allows'], rows)}`
}

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(([code, entry]) => [
    `\`${code}\``,
    String(entry.status),
    'retryable' in entry ? 'yes' : '',
    entry.message,
  ])
  return table(['code', 'status', 'retryable', 'message'], rows)
}

function eventTable(): string {
  return table(
    ['event', 'data'],
    Object.entries(EVENTS).map(([name, schema]) => [`\`${name}\``, fieldsOf(schema, 'output')]),
  )
}

/** @returns the whole page, ending in one newline. */
export function contractPage(): string {
  const open = operations.filter((entry) => entry.http)
  const internal = operations.filter((entry) => !entry.http)
  return `${[
    '# The contract\n\nWritten from `proto/` by `npm run docs`; `npm run check` compares. Change the code, never this page.',
    `## Operations over HTTP\n\n${operationTable(open)}`,
    `## Operations between the services\n\n${operationTable(internal)}`,
    '## Socket\n\nAt `/ws`. Unknown keys and unknown types are answered `error`.',
    union('A client may send', ClientFrame.options, 'type', 'input', { head: 'goes to', of: frameOwner }),
    union('The server may send', ServerFrame.options, 'type', 'output'),
    union('Media requests (`media_request.request`)', MediaRequest.options, 'op', 'input', { head: 'reply', of: mediaReply }),
    union('Media events (`media_event.event`)', MediaEvent.options, 'kind', 'output'),
    constants('Close codes', CLOSE),
    `## Events\n\nDurable, on JetStream; ids only, never people’s names, messages or photos.\n\n${eventTable()}`,
    `## Errors\n\nEvery refusal under \`/api\` is \`{ "message", "code", "details"?, "params"?, "issues"? }\`.\n\n${errorTable()}`,
    '## Limits and constants\n\nTimes in milliseconds, sizes in characters or bytes.',
    limitTable(),
    constants('What takes several times a limit', {
      door: DOOR_FACTOR,
      partiesOfAnAddress: PARTIES_FACTOR,
      residentsOfAnAddress: RESIDENTS_FACTOR,
      everybody: EVERYBODY_FACTOR,
    }),
    constants('Rings of a door under pressure', RING_PRESSURE),
    constants('Fields', { ...FIELD, photoBytes: PHOTO_BYTES }),
    constants('Timings', TIME),
    constants('Socket', SOCKET),
    constants('Lists and rings', { listDefault: LIST.default, listMax: LIST.max, callAgainMax: AGAIN_MAX }),
    constants('Doors', DOORS),
    constants('Contacts', CONTACTS),
    constants('Visit requests, erasing and blocking', VISIT),
    constants('Sounds', SOUNDS),
  ].join('\n\n')}\n`
}
