/** Rules that hold for every operation of the contract, checked over HTTP. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { z } from 'zod'
import { ownerOf } from '#proto/operation.ts'
import { operations } from '#proto/operations/index.ts'
import type { HttpAnswer } from '#scripts/testing/http-client.ts'
import type { Person, Resident, Visitor } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'

let world: SharedClockStack
let resident: Resident
let visitor: Visitor
let visitId = 0
beforeAll(async () => {
  world = await sharedClockStack()
  resident = await world.resident()
  visitor = world.visitor()
  visitId = (await visitor.ring(resident)).id
})
afterAll(() => world.close())

const calls = operations.flatMap((operation) =>
  operation.http && ownerOf(operation.name) !== 'gateway' ? [{ ...operation, http: operation.http }] : [],
)
type Call = (typeof calls)[number]
const readsJson = ({ http }: Call) => http.method !== 'GET' && http.method !== 'DELETE' && (http.body ?? 'json') === 'json'
const written = calls.filter(({ http }) => http.method !== 'GET')
const posted = calls.filter(readsJson)

/** The call's path with this ring's id, this door's code, and something for any other parameter. */
const pathOf = ({ http }: Call) =>
  http.path.replace(/:(\w+)/g, (_whole, name: string) =>
    name === 'qrCodeId' ? resident.user.qrCodeId : name === 'id' ? String(visitId) : '1',
  )
const callerOf = ({ caller }: Call): Person =>
  caller === 'visitor' ? visitor : caller === 'resident' || caller === 'either' ? resident : world.person()
/** The fields of an operation's body: its input without the path parameters. */
function fieldsOf({ input, http }: Call): string[] {
  const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as { properties?: Record<string, unknown> }
  return Object.keys(properties).filter((field) => !http.path.includes(`:${field}`))
}
const statusAndCode = ({ status, body }: HttpAnswer) => [status, (body as { code?: string } | undefined)?.code]
const details = ({ body }: HttpAnswer) => Object.keys((body as { details?: object }).details ?? {})

/** Sends every request and collects the wrong answers. */
async function strays(list: readonly Call[], ask: (call: Call) => Promise<unknown>, expected: unknown): Promise<unknown[]> {
  const found: unknown[] = []
  for (const call of list) {
    const got = await ask(call)
    if (JSON.stringify(got) !== JSON.stringify(expected)) found.push([call.name, got])
  }
  return found
}

// covers: P-session unauthenticated
test('a resident operation without a session is 401', async () => {
  const nobody = world.person()
  const ask = async (call: Call) =>
    statusAndCode(await nobody.http(pathOf(call), { method: call.http.method, ...(readsJson(call) ? { body: {} } : {}) }))
  const residents = calls.filter(({ caller }) => caller === 'resident')
  expect(residents.length).toBeGreaterThan(5)
  expect(await strays(residents, ask, [401, 'unauthenticated'])).toEqual([])
})

// covers: P-visitor-own
test('a visitor operation without that visit’s cookie is 404', async () => {
  const stranger = world.visitor()
  await stranger.ring(resident)
  const ask = async (call: Call) =>
    statusAndCode(await stranger.http(pathOf(call), { method: call.http.method, ...(readsJson(call) ? { body: {} } : {}) }))
  expect(
    await strays(
      calls.filter(({ caller }) => caller === 'visitor'),
      ask,
      [404, 'not_found'],
    ),
  ).toEqual([])
})

// covers: V-unknown-keys
test('an unknown key in body or query is refused by name', async () => {
  const inBody = async (call: Call) => {
    const answer = await callerOf(call).http(pathOf(call), { method: call.http.method, body: { nobodyKnows: 1 } })
    return [...statusAndCode(answer), details(answer).includes('nobodyKnows')]
  }
  const inQuery = async (call: Call) => statusAndCode(await callerOf(call).http(`${pathOf(call)}?nobodyKnows=1`))
  expect(await strays(posted, inBody, [400, 'validation_failed', true])).toEqual([])
  expect(
    await strays(
      calls.filter(({ http }) => http.method === 'GET'),
      inQuery,
      [400, 'validation_failed'],
    ),
  ).toEqual([])
})

// covers: V-wrong-type
test('a field of the wrong type is a client error', async () => {
  const wrong = async (call: Call) => {
    const answer = await callerOf(call).http(pathOf(call), {
      method: call.http.method,
      body: Object.fromEntries(fieldsOf(call).map((field) => [field, [[]]])),
    })
    // A list may take a list, whose entries are wrong then (`scopes.0`).
    const named = new Set(details(answer).map((path) => path.split('.')[0]))
    const missing = fieldsOf(call).filter((field) => !named.has(field))
    // Only a ring's photo is checked first.
    return [answer.status, named.has('photo') ? [] : missing]
  }
  expect(
    await strays(
      posted.filter((call) => fieldsOf(call).length > 0),
      wrong,
      [400, []],
    ),
  ).toEqual([])
  for (const id of ['abc', '-1', '1.5', '99999999999', '%20'])
    expect([id, (await resident.http(`/api/activities/${id}/messages`)).status]).toEqual([id, 400])
})

// covers: malformed media_type
test('a malformed JSON body is 400, another content type 415', async () => {
  const json = { 'content-type': 'application/json' }
  const send = (body: string, headers: Record<string, string>) => async (call: Call) =>
    statusAndCode(await callerOf(call).http(pathOf(call), { method: call.http.method, body, headers }))
  for (const body of ['{"a":', '[]', '"text"', '{"a":"\\u0000"}']) {
    // More operations than one resident may write in a minute.
    await world.clock.shift(60_000)
    expect([body, await strays(posted, send(body, json), [400, 'malformed'])]).toEqual([body, []])
  }
  expect(await strays(posted, send('a=b', { 'content-type': 'text/plain' }), [415, 'media_type'])).toEqual([])
})

// covers: X-photo too_large
test('a body above its limit is 413', async () => {
  // A refused body is counted too: the writes of the tests before count in another minute.
  await world.clock.shift(60_000)
  const ask = async (call: Call) => {
    const max = call.http.maxBytes ?? 64 * 1024
    const body = JSON.stringify({ text: 'x'.repeat(max) })
    const [status, code] = statusAndCode(
      await callerOf(call).http(pathOf(call), { method: call.http.method, body, headers: { 'content-type': 'application/json' } }),
    )
    return call.http.detach ? [status === 400 ? 413 : status, code === 'photo_invalid' ? 'too_large' : code] : [status, code]
  }
  expect(await strays(posted, ask, [413, 'too_large'])).toEqual([])
})

// covers: origin_refused wrong_host
test('requests from another origin or for another host are refused', async () => {
  const from = (origin: string) => async (call: Call) =>
    statusAndCode(await callerOf(call).http(pathOf(call), { method: call.http.method, headers: { origin } }))
  for (const origin of ['https://evil.example', 'null', world.url.replace(/\d+$/, '1')])
    expect([origin, await strays(written, from(origin), [403, 'origin_refused'])]).toEqual([origin, []])
  expect(statusAndCode(await resident.http('/api/user', { headers: { host: 'evil.example' } }))).toEqual([421, 'wrong_host'])
})

// covers: method_not_allowed
test('a wrong method is 405 with Allow, an unknown path is 404', async () => {
  const paths = [...new Set(calls.map(({ http }) => http.path))]
  for (const path of paths) {
    const known = calls.filter(({ http }) => http.path === path).map(({ http }) => http.method)
    const [other] = (['DELETE', 'PATCH', 'PUT', 'POST'] as const).filter((method) => !known.includes(method))
    const answer = await resident.http(path.replace(/:\w+/g, '1'), { method: other ?? 'DELETE' })
    expect([path, ...statusAndCode(answer)]).toEqual([path, 405, 'method_not_allowed'])
    for (const method of known) expect(String(answer.headers.allow)).toContain(method)
  }
  expect(statusAndCode(await resident.http('/api/nowhere'))).toEqual([404, 'not_found'])
})

/** The description of one operation on a page of the contract. */
type DocumentedOperation = {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: { readonly properties?: object } }> }
  readonly responses: Record<string, { readonly content?: Record<string, { readonly schema?: object }> }>
}
const taken = ({ parameters, requestBody }: DocumentedOperation) => [
  ...parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : [])),
  ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema.properties ?? {})),
]

// covers: gateway.openapi gateway.asyncapi gateway.docs
test('OpenAPI and AsyncAPI describe every operation and every frame', async () => {
  const nobody = world.person()
  const { paths, components } = (await nobody.http('/api/openapi.json')).body as {
    paths: Record<string, Record<string, DocumentedOperation>>
    components: { schemas: Record<string, object> }
  }
  for (const call of calls) {
    const documented = paths[call.http.path.replace(/:(\w+)/g, '{$1}')]?.[call.http.method.toLowerCase()] as DocumentedOperation
    expect([call.name, taken(documented).sort()]).toEqual([call.name, fieldsOf(call).sort()])
    const answers = Object.keys(documented.responses)
    expect([call.name, answers]).toEqual([call.name, expect.arrayContaining([String(call.http.status ?? 200), '400', '429', '503'])])
  }
  expect(paths['/api/user']?.get?.responses['200']?.content).toMatchObject({
    'application/json': { schema: { $ref: '#/components/schemas/CurrentUser' } },
  })
  expect(components.schemas.CurrentUser).toMatchObject({ properties: { qrCodeId: { type: 'string' } } })
  const socket = JSON.stringify((await nobody.http('/api/asyncapi.json')).body)
  for (const frame of ['register_visitor', 'doorbell_ring', 'call_response', 'chat_message', 'media_reply', 'pong'])
    expect(socket).toContain(frame)
  expect((await nobody.http('/api/docs')).headers['content-type']).toContain('text/html')
})
