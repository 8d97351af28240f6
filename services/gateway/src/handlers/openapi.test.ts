import { expect, test } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { operations } from '#proto/operations/index.ts'
import { asyncapi } from './asyncapi.ts'
import { REQUEST_EXAMPLES } from './component-examples.ts'
import { openapi } from './openapi.ts'

type Answer = { readonly description: string; readonly content?: Record<string, unknown> }
type Described = { readonly responses: Record<string, Answer | { readonly $ref: string }> }
type Components = { readonly schemas: Record<string, object>; readonly responses: Record<string, Answer> }
const document = openapi('https://bell.example')
const { paths, components } = document as { paths: Record<string, Record<string, Described>>; components: Components }

/** An error response is a reference. */
const answerOf = (answer: Answer | { readonly $ref: string }) =>
  '$ref' in answer ? (components.responses[answer.$ref.replace('#/components/responses/', '')] as Answer) : answer

const described = operations.flatMap((operation) => {
  const { name, http, caller, errors } = operation
  if (!http) return []
  const written = paths[http.path.replace(/:(\w+)/g, '{$1}')]?.[http.method.toLowerCase()]?.responses ?? {}
  const responses = Object.fromEntries(Object.entries(written).map(([status, answer]) => [status, answerOf(answer)]))
  const isSigned = 'signed' in operation
  return [{ name, http, caller, errors, isSigned, responses, success: responses[String(http.status ?? 200)] }]
})
type Entry = (typeof described)[number]
const typesOf = (answer: Answer | undefined) => Object.keys(answer?.content ?? {})
const named = (list: readonly Entry[]) => list.map(({ name }) => name)
const changing = described.filter(({ http, isSigned }) => http.method !== 'GET' && !isSigned)

test('every streamed response declares its own media types', () => {
  const streamed = described.filter(({ http }) => http.answer === 'stream').map(({ name, success }) => [name, typesOf(success)])
  expect(Object.fromEntries(streamed)).toEqual({
    'auth.export_account': ['application/json'],
    'auth.picture': ['image/jpeg'],
    'doorbell.photo': ['image/jpeg'],
    'doorbell.linked_photo': ['image/jpeg'],
    'doorbell.sound': ['audio/mpeg'],
    'doorbell.export_activities': ['text/csv', 'application/json'],
    'doorbell.film': ['video/mp4'],
    'doorbell.film_poster': ['image/jpeg'],
    'gateway.pass_calendar': ['text/calendar'],
    'gateway.docs': ['text/html'],
    'gateway.events': ['text/event-stream'],
  })
})

test('every other response with content is JSON', () => {
  const others = described.filter(({ http }) => http.answer !== 'stream' && [undefined, 200, 201].includes(http.status))
  expect(named(others.filter(({ success }) => typesOf(success).join() !== 'application/json'))).toEqual([])
})

test('every mutating operation declares its origin, size and content-type errors', () => {
  expect(named(changing.filter(({ responses }) => !responses['403']?.description.includes('origin_refused')))).toEqual([])
  expect(named(changing.filter(({ responses }) => !responses['415']))).toEqual([])
  const ofPhoto = ['doorbell.put_photo']
  expect(named(changing.filter(({ responses }) => !responses['413']))).toEqual(ofPhoto)
})

test('read-only operations declare no body errors', () => {
  const reading = described.filter(({ http }) => http.method === 'GET')
  expect(named(reading.filter(({ responses }) => responses['413'] || responses['415']))).toEqual([])
})

test('a refused form post gets a page, another origin gets JSON', () => {
  const forms = described.filter(({ http }) => http.body === 'form')
  expect(forms.length).toBeGreaterThan(1)
  for (const { name, responses } of forms) {
    const refused = Object.entries(responses).filter(([status]) => Number(status) >= 400 && status !== '403')
    expect([name, ...new Set(refused.flatMap(([, answer]) => typesOf(answer)))]).toEqual([name, 'text/html'])
    expect([name, typesOf(responses['403'])]).toEqual([name, ['application/json', 'application/problem+json']])
  }
})

const referred = (value: object) => new Set([...JSON.stringify(value).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path))

test.each([
  ['OpenAPI', document],
  ['AsyncAPI', asyncapi('https://bell.example')],
])('%s: each reference is a component, and each component is referred to', (_name, page) => {
  const { securitySchemes: _schemes, ...components } = page.components as Readonly<Record<string, object>>
  const declared = Object.entries(components).flatMap(([kind, named]) => Object.keys(named).map((name) => `components/${kind}/${name}`))
  const references = [...referred(page)].filter((path) => path.startsWith('components/'))
  expect(references.sort()).toEqual(declared.sort())
  expect(declared.filter((path) => !/^components\/\w+\/[A-Za-z0-9._-]+$/.test(path))).toEqual([])
})

test.each([
  ['OpenAPI', document],
  ['AsyncAPI', asyncapi('https://bell.example')],
])('%s: each component is a JSON schema', (_name, page) => {
  const { schemas = {} } = page.components as Partial<Components>
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'page', ...page })
  for (const name of Object.keys(schemas)) expect(() => ajv.compile({ $ref: `page#/components/schemas/${name}` })).not.toThrow()
  expect(Object.keys(schemas).length).toBeGreaterThan(20)
})

type Media = { readonly schema?: object; readonly example?: unknown }
type Whole = { readonly requestBody?: { readonly content: Record<string, Media> } }

test('each example fits its schema', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema({ $id: 'page', ...document })
  const wrong: string[] = []
  const check = (name: string, schema: object, example: unknown) => {
    const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"page#/')) as object)
    if (!validate(example)) wrong.push(`${name}: ${ajv.errorsText(validate.errors)}`)
  }
  for (const [name, schema] of Object.entries(components.schemas))
    for (const example of 'examples' in schema ? (schema.examples as unknown[]) : []) check(name, schema, example)
  const bodies = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((described) =>
      Object.values((described as Whole).requestBody?.content ?? {}).map((media) => ({ path, ...media })),
    ),
  )
  const shown = bodies.filter(({ example }) => example !== undefined)
  for (const { path, schema = {}, example } of shown) check(path, schema, example)
  expect(wrong).toEqual([])
  expect(shown).toHaveLength(Object.keys(REQUEST_EXAMPLES).length)
})

test('cookies are named as a browser of this server sends them', () => {
  const namesOf = (url: string) => {
    const { securitySchemes } = openapi(url).components as { securitySchemes: Record<string, { name?: string }> }
    return [securitySchemes.session?.name, securitySchemes.visit?.name]
  }
  expect(namesOf('https://bell.example')).toEqual(['__Host-session', '__Host-visit-{id}'])
  expect(namesOf('http://localhost:5000/')).toEqual(['session-p5000', 'visit-{id}-p5000'])
})

test('paths are joined to the address of the server', () => {
  expect(openapi('http://localhost:5000/').servers).toEqual([{ url: 'http://localhost:5000' }])
})
