/** Generates OpenAPI 3.1 from the operations. */
import { z } from 'zod'
import { ErrorFields } from '#proto/error-body.ts'
import { ERRORS, type ErrorCode, errorStatuses } from '#proto/errors.ts'
import { LIMITS } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return json
}

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

/** A form's errors are pages, except for origin_refused. */
const refusalTypes = (operation: Operation, codes: readonly ErrorCode[]) =>
  operation.http?.body === 'form' && !codes.includes('origin_refused')
    ? { 'text/html': {} }
    : { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

function responses(operation: Operation): Json {
  const status = String(operation.http?.status ?? 200)
  const success: Json = { description: operation.summary }
  if (status === '200' || status === '201') {
    success.content =
      operation.http?.answer === 'stream'
        ? Object.fromEntries((operation.http.answerTypes ?? []).map((type) => [type, {}]))
        : { 'application/json': { schema: schemaOf(operation.output, 'output') } }
  }
  const codes = [...new Set([...ALWAYS, ...refusalsBefore(operation), ...operation.errors])]
  const pairs = codes.flatMap((code) => errorStatuses(code).map((refused) => ({ code, refused: String(refused) })))
  const refusals = [...Map.groupBy(pairs, ({ refused }) => refused)].map(([refused, found]) => {
    const named = found.map(({ code }) => code)
    const description = named.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' · ')
    return [refused, { description, content: refusalTypes(operation, named) }]
  })
  return { [status]: success, ...Object.fromEntries(refusals) }
}

function parametersAndBody(operation: Operation): Json {
  const http = operation.http
  if (!http) return {}
  const schema = schemaOf(operation.input, 'input') as { properties?: Record<string, Json>; required?: string[] }
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
        ...parametersAndBody(operation),
        responses: responses(operation),
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
        Error: schemaOf(
          z.object({
            message: z.string(),
            code: z.enum(Object.keys(ERRORS) as [ErrorCode]),
            ...ErrorFields,
          }),
          'output',
        ),
      },
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
