/** Generates OpenAPI 3.1 from the operations. */
import { z } from 'zod'
import { ErrorFields } from '#proto/error-body.ts'
import { ERRORS, type ErrorCode, errorStatuses } from '#proto/errors.ts'
import { LIMITS } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { type Json, Schemas } from './schemas.ts'

const PATH_PARAMETER = /:(\w+)/g

/** Errors that every operation with a path can answer. */
const ALWAYS: readonly ErrorCode[] = ['validation_failed', 'limited', 'unavailable']

/** Errors raised before the operation: for the origin, the body and the session. */
function refusalsBefore({ http, caller, errors, signed }: Operation): ErrorCode[] {
  if (signed) return []
  const codes: ErrorCode[] = []
  if (http?.method !== 'GET') codes.push('origin_refused', 'malformed', 'media_type')
  if (http?.method !== 'GET' && !(http?.body === 'raw' && errors.includes('photo_invalid'))) codes.push('too_large')
  if (caller === 'resident') codes.push('unauthenticated')
  return codes
}

/**
 * The error responses of an operation: a reference for each status. A component describes all codes that the status has there, and its name
 * lists them.
 */
function refusals(operation: Operation, components: Record<string, Json>): Json {
  const codes = [...new Set([...ALWAYS, ...refusalsBefore(operation), ...operation.errors])].sort()
  const pairs = codes.flatMap((code) => errorStatuses(code).map((status) => ({ code, status: String(status) })))
  const entries = [...Map.groupBy(pairs, ({ status }) => status)].map(([status, found]) => {
    const named = found.map(({ code }) => code)
    // A form's errors are pages, except for origin_refused.
    const isPage = operation.http?.body === 'form' && !named.includes('origin_refused')
    const name = `${isPage ? 'page.' : ''}${named.join('.')}`
    components[name] = {
      description: named.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' · '),
      content: isPage ? { 'text/html': {} } : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    }
    return [status, { $ref: `#/components/responses/${name}` }]
  })
  return Object.fromEntries(entries)
}

function success(operation: Operation, schemas: Schemas): Json {
  const status = operation.http?.status ?? 200
  const answer: Json = { description: operation.summary }
  if (status === 200 || status === 201) {
    answer.content =
      operation.http?.answer === 'stream'
        ? Object.fromEntries((operation.http.answerTypes ?? []).map((type) => [type, {}]))
        : { 'application/json': { schema: schemas.of(operation.output, 'output') } }
  }
  return { [status]: answer }
}

function parametersAndBody(operation: Operation, schemas: Schemas): Json {
  const http = operation.http
  if (!http) return {}
  const schema = schemas.fieldsOf(operation.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
  const inPath = [...http.path.matchAll(PATH_PARAMETER)].map((match) => match[1] ?? '')
  const rest = Object.entries(schema.properties ?? {}).filter(([name]) => !inPath.includes(name))
  const parameters = inPath.map(
    (name): Json => ({ name, in: 'path', required: true, schema: schema.properties?.[name] ?? { type: 'string' } }),
  )
  if (http.method === 'GET')
    for (const [name, value] of rest)
      parameters.push({ name, in: 'query', required: schema.required?.includes(name) ?? false, schema: value })
  const bodyTypes: Record<string, string> = {
    json: 'application/json',
    form: 'application/x-www-form-urlencoded',
    raw: http.mediaType ?? 'image/jpeg',
  }
  const hasBody = http.method !== 'GET' && (rest.length > 0 || http.body === 'raw')
  const bodySchema = {
    type: 'object',
    properties: Object.fromEntries(rest),
    required: schema.required?.filter((name) => !inPath.includes(name)),
    additionalProperties: false,
  }
  return {
    parameters,
    ...(hasBody
      ? {
          requestBody: {
            content: {
              [bodyTypes[http.body ?? 'json'] ?? 'application/json']: {
                schema: http.body === 'raw' ? { type: 'string', format: 'binary' } : bodySchema,
              },
            },
          },
        }
      : {}),
  }
}

const SECURITY: Record<Operation['caller'], Json[]> = {
  public: [],
  internal: [],
  resident: [{ session: [] }],
  visitor: [{ visit: [] }],
  either: [{ session: [] }, { visit: [] }],
}

export function openapi(publicUrl: string): Json {
  const schemas = new Schemas()
  const responses: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (!operation.http) continue
    const path = operation.http.path.replaceAll(PATH_PARAMETER, '{$1}')
    const limit = LIMITS[operation.limit]
    paths[path] = {
      ...paths[path],
      [operation.http.method.toLowerCase()]: {
        operationId: operation.name,
        summary: operation.summary,
        tags: [operation.name.split('.')[0]],
        security: SECURITY[operation.caller],
        'x-rate-limit': limit.by.length ? `${limit.max} per ${limit.window / 1000} s and ${limit.by.join(', ')}` : undefined,
        ...parametersAndBody(operation, schemas),
        responses: { ...success(operation, schemas), ...refusals(operation, responses) },
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Digital Doorbell',
      version: '1',
      description: 'Lists are bare arrays; the next page is in a Link header with rel="next". Times are ISO 8601 with Z.',
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: {
        Error: schemas.of(z.object({ message: z.string(), code: z.enum(Object.keys(ERRORS) as [ErrorCode]), ...ErrorFields }), 'output'),
        ...schemas.components,
      },
      responses: Object.fromEntries(Object.entries(responses).sort(([one], [other]) => (one < other ? -1 : 1))),
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'HttpOnly. `__Host-session` on https; `session-p<port>` on plain http.',
        },
        visit: {
          type: 'apiKey',
          in: 'cookie',
          name: 'visit-<id>',
          description: 'HttpOnly, bound to one activity, handed out by the ring.',
        },
      },
    },
  }
}
