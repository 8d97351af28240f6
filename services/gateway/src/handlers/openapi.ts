/** Generates OpenAPI 3.1 from the operations. */
import { z } from 'zod'
import { ErrorFields } from '#proto/error-body.ts'
import { ERRORS, type ErrorCode, errorStatuses } from '#proto/errors.ts'
import { LIMITS } from '#proto/limits.ts'
import type { Operation } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import { cookieName } from '../domain/cookies.ts'
import { REQUEST_EXAMPLES } from './component-examples.ts'
import { answerHeaders, HEADER_COMPONENTS, headerParameters, PARAMETER_COMPONENTS, refusalHeaders } from './openapi-headers.ts'
import { parameterText } from './openapi-parameters.ts'
import { TAG_OBJECTS, tagOf } from './openapi-tags.ts'
import { documented, type Json, Schemas } from './schemas.ts'

const PATH_PARAMETER = /:(\w+)/g

const CALLERS: Readonly<Record<Operation['caller'], string>> = {
  public: 'Anybody may call it.',
  visitor: 'For the visitor of this ring, by its cookie.',
  resident: 'For a signed-in resident.',
  either: 'For the owner of the door, and for the visitor of this ring.',
  internal: '',
}

/** Errors that every operation with a path can answer. */
const ALWAYS: readonly ErrorCode[] = ['validation_failed', 'limited', 'unavailable']

/** Errors raised before the operation: for the origin, the body, the session and the scope. */
function refusalsBefore({ http, caller, errors, signed, scope }: Operation): ErrorCode[] {
  if (signed) return []
  const codes: ErrorCode[] = []
  if (http?.method !== 'GET') codes.push('origin_refused', 'malformed', 'media_type')
  if (http?.method !== 'GET' && !(http?.body === 'raw' && errors.includes('photo_invalid'))) codes.push('too_large')
  if (caller === 'resident') codes.push('unauthenticated')
  if (scope) codes.push('scope_missing')
  return codes
}

/** What it does, for whom, and how often. */
function descriptionOf({ summary, caller, scope, limit }: Operation): string {
  const { by, max, window } = LIMITS[limit]
  const counted = `Counted as \`${limit}\`: ${max} in ${window / 1000} s, by ${by.join(' and by ')}.`
  const token = scope ? `An API token needs the scope \`${scope}\`.` : ''
  return [`${summary}.`, CALLERS[caller], token, by.length ? counted : ''].filter(Boolean).join(' ')
}

/**
 * The error responses of an operation: a reference for each status. A component describes all codes that the status has there, and its name
 * lists them.
 */
function refusals(operation: Operation, components: Record<string, Json>): Json {
  const codes = [...new Set([...ALWAYS, ...refusalsBefore(operation), ...operation.errors])].sort()
  const pairs = codes.flatMap((code) => errorStatuses(code).map((status) => ({ code, status })))
  const entries = [...Map.groupBy(pairs, ({ status }) => status)].map(([status, found]) => {
    const named = found.map(({ code }) => code)
    // A form's errors are pages, except for origin_refused.
    const isPage = operation.http?.body === 'form' && !named.includes('origin_refused')
    const name = `${isPage ? 'page.' : ''}${named.join('.')}`
    components[name] = isPage ? { description: sentencesOf(named), content: { 'text/html': {} } } : refusal(status, named)
    return [String(status), { $ref: `#/components/responses/${name}` }]
  })
  return Object.fromEntries(entries)
}

/** A newer version may have further errors (docs/api.md), which clients handle by the kind of their status. */
function unlisted({ http }: Operation, components: Record<string, Json>): Json {
  const isPage = http?.body === 'form'
  const name = isPage ? 'page.unlisted' : 'unlisted'
  components[name] = {
    description: 'A status that is not listed here: an error of a newer version.',
    content: isPage ? { 'text/html': {} } : ERROR_CONTENT,
  }
  return { default: { $ref: `#/components/responses/${name}` } }
}

const ERROR_CONTENT = {
  'application/json': { schema: { $ref: '#/components/schemas/Error' } },
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
}

const sentencesOf = (codes: readonly ErrorCode[]) => codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join(' · ')

function refusal(status: number, codes: readonly ErrorCode[]): Json {
  const examples = codes.map((code) => [code, { value: { message: ERRORS[code].message, code } }])
  return {
    description: sentencesOf(codes),
    headers: refusalHeaders(status, codes),
    content: {
      ...ERROR_CONTENT,
      'application/json': { ...ERROR_CONTENT['application/json'], examples: Object.fromEntries(examples) },
    },
  }
}

function success(operation: Operation, schemas: Schemas): Json {
  const status = operation.http?.status ?? 200
  const answer: Json = { description: `${operation.summary}.`, headers: answerHeaders(operation) }
  if (status === 200 || status === 201) {
    answer.content =
      operation.http?.answer === 'stream'
        ? Object.fromEntries((operation.http.answerTypes ?? []).map((type) => [type, {}]))
        : { 'application/json': { schema: schemas.of(operation.output, 'output') } }
  }
  return { [status]: answer }
}

const unchanged = ({ conditional }: Operation): Json =>
  conditional ? { '304': { description: 'Nothing has changed since the answer that `If-None-Match` names.' } } : {}

type Fields = { readonly properties?: Readonly<Record<string, Json>>; readonly required?: readonly string[] }

function parametersOf(operation: Operation, { properties = {}, required = [] }: Fields, inPath: readonly string[]): Json[] {
  const { path = '', method } = operation.http ?? {}
  const inQuery = method === 'GET' ? Object.keys(properties).filter((name) => !inPath.includes(name)) : []
  const describe = (name: string, place: 'path' | 'query', needed: boolean): Json => ({
    ...{ name, in: place, required: needed, description: parameterText(name, path) },
    schema: properties[name] ?? { type: 'string' },
  })
  return [
    ...inPath.map((name) => describe(name, 'path', true)),
    ...inQuery.map((name) => describe(name, 'query', required.includes(name))),
    ...headerParameters(operation),
  ]
}

const BODY_TYPES = { json: 'application/json', form: 'application/x-www-form-urlencoded' } as const

function bodyOf({ name, http }: Operation, { properties = {}, required = [] }: Fields, inPath: readonly string[]): Json | undefined {
  if (!http || http.method === 'GET') return undefined
  const { body = 'json', mediaType = 'image/jpeg' } = http
  if (body === 'raw') return { required: true, content: { [mediaType]: { schema: { type: 'string', format: 'binary' } } } }
  const rest = Object.entries(properties).filter(([field]) => !inPath.includes(field))
  if (!rest.length) return undefined
  const needed = required.filter((field) => !inPath.includes(field))
  const schema = { type: 'object', properties: Object.fromEntries(rest), required: needed, additionalProperties: false }
  const example = (REQUEST_EXAMPLES as Readonly<Record<string, Json>>)[name]
  return { required: needed.length > 0, content: { [BODY_TYPES[body]]: { schema, ...(example ? { example } : {}) } } }
}

const SECURITY: Record<Operation['caller'], Json[]> = {
  public: [],
  internal: [],
  resident: [{ session: [] }],
  visitor: [{ visit: [] }],
  either: [{ session: [] }, { visit: [] }],
}

/** An API token is one more way; `x-scope` names its scope, because OpenAPI's linters take scopes of OAuth alone. */
const securityOf = ({ caller, scope }: Operation): Json[] => [...SECURITY[caller], ...(scope ? [{ apiToken: [] }] : [])]

/** @param origin decides the names of cookies */
function securitySchemes({ protocol, port }: URL): Json {
  const style = { secure: protocol === 'https:', port: port || (protocol === 'https:' ? '443' : '80') }
  return {
    session: {
      ...{ type: 'apiKey', in: 'cookie', name: cookieName('session', style) },
      description: 'HttpOnly; handed out by registration and log-in.',
    },
    visit: {
      ...{ type: 'apiKey', in: 'cookie', name: cookieName('visit-{id}', style) },
      description: 'HttpOnly; handed out by a ring, with the id of the ring in its name, and bound to it.',
    },
    apiToken: {
      ...{ type: 'http', scheme: 'bearer', bearerFormat: 'ddt_…' },
      description: 'An API token of the account (`POST /api/tokens`), without cookies: `Authorization: Bearer ddt_…`.',
    },
  }
}

function describeOperation(operation: Operation, schemas: Schemas, responses: Record<string, Json>): Json {
  const limit = LIMITS[operation.limit]
  const fields: Fields = schemas.fieldsOf(operation.input, 'input')
  const inPath = [...(operation.http?.path ?? '').matchAll(PATH_PARAMETER)].map((match) => match[1] ?? '')
  const body = bodyOf(operation, fields, inPath)
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: descriptionOf(operation),
    tags: [tagOf(operation)],
    security: securityOf(operation),
    ...(operation.scope ? { 'x-scope': operation.scope } : {}),
    'x-rate-limit': limit.by.length ? `${limit.max} per ${limit.window / 1000} s and ${limit.by.join(', ')}` : undefined,
    parameters: parametersOf(operation, fields, inPath),
    ...(body ? { requestBody: body } : {}),
    ...(operation.deprecated ? { deprecated: true } : {}),
    responses: {
      ...success(operation, schemas),
      ...unchanged(operation),
      ...refusals(operation, responses),
      ...unlisted(operation, responses),
    },
  }
}

/** RFC 9457. */
const ProblemFields = {
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  instance: z.string(),
}

const INTRODUCTION =
  'The interface of the digital doorbell, which its own pages use. Lists are bare arrays; the next page is in a `Link` header with ' +
  '`rel="next"`. Times are ISO 8601 with `Z`. Unknown fields are refused. Sign in for a cookie, or send an API token. ' +
  'What may change, and how it is announced, is in docs/api.md of the project.'

const sorted = (record: Record<string, Json>): Json =>
  Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1)))

/** @param publicUrl of the product: its origin is the server's address */
export function openapi(publicUrl: string): Json {
  const { origin } = new URL(publicUrl)
  const schemas = new Schemas()
  const responses: Record<string, Json> = {}
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    if (!operation.http) continue
    const path = operation.http.path.replaceAll(PATH_PARAMETER, '{$1}')
    paths[path] = { ...paths[path], [operation.http.method.toLowerCase()]: describeOperation(operation, schemas, responses) }
  }
  const Refusal = z.object({ message: z.string(), code: z.enum(Object.keys(ERRORS) as [ErrorCode]), ...ErrorFields })
  const Problem = z.object({ ...ProblemFields, ...Refusal.shape })
  return {
    openapi: '3.1.0',
    info: {
      title: 'Digital Doorbell',
      version: '1',
      description: INTRODUCTION,
      contact: { name: 'The operator of this server', url: origin },
      license: { name: 'No licence is granted', identifier: 'LicenseRef-All-Rights-Reserved' },
    },
    servers: [{ url: origin }],
    tags: TAG_OBJECTS,
    paths,
    components: {
      schemas: {
        Error: documented('Error', schemas.of(Refusal, 'output')),
        Problem: documented('Problem', schemas.of(Problem, 'output')),
        ...schemas.components,
      },
      responses: sorted(responses),
      parameters: PARAMETER_COMPONENTS,
      headers: HEADER_COMPONENTS,
      securitySchemes: securitySchemes(new URL(publicUrl)),
    },
  }
}
