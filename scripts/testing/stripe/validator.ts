/** Compares requests and answers with Stripe's OpenAPI specification. A schema is compiled at its first use. */
import { Ajv, type ValidateFunction } from 'ajv'
import { parseForm } from './form.ts'
import type { Schema, SpecOperation, StripeSpec } from './spec.ts'

export class StripeValidator {
  readonly #spec: StripeSpec
  readonly #compiled = new Map<string, ValidateFunction>()
  readonly #answers: Ajv
  /** The errors inside the compared value. */
  #nested: string[] = []
  /** Forms contain only texts. */
  readonly #requests = new Ajv({ strict: false, validateFormats: false, coerceTypes: true })

  constructor(spec: StripeSpec) {
    this.#spec = spec
    this.#answers = new Ajv({ strict: false, validateFormats: false })
    this.#answers.addKeyword({
      keyword: 'stripe',
      errors: true,
      validate: Object.assign((name: string, value: unknown) => isObject(value) && this.#check(name, value).length === 0, { errors: [] }),
    })
  }

  /** @returns what is wrong with the request, one line each */
  request(method: string, url: URL, body: string): string[] {
    const { operation, path } = this.#operation(method, url.pathname)
    if (!operation) return [`${method} ${path} is not in the specification`]
    const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query')
    const query = { type: 'object', properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])) }
    const schema = method === 'POST' ? operation.requestBody?.content['application/x-www-form-urlencoded']?.schema : query
    const compile = () => this.#requests.compile({ ...schema, additionalProperties: false })
    return this.#run(`${method} ${path}`, compile, parseForm(method === 'POST' ? body : url.search))
  }

  /** @returns what is wrong with the answer, one line each */
  answer(method: string, url: URL, status: number, body: unknown): string[] {
    const { operation, path } = this.#operation(method, url.pathname)
    if (!operation) return status === 404 ? [] : [`${method} ${path} is not in the specification`]
    const schema = (operation.responses[status] ?? operation.responses.default)?.content['application/json']?.schema
    this.#nested = []
    const found = this.#run(`${method} ${path} ${status}`, () => this.#answers.compile(strict(schema) as Schema), body)
    return found.length ? [...found, ...this.#nested] : []
  }

  /** Compares an event, and the object in it. */
  event(event: { readonly data: { readonly object: object } }): string[] {
    this.#nested = []
    const about = event.data.object as { readonly object: string }
    return [...this.#check('event', event), ...this.#check(about.object, about)].length ? this.#nested : []
  }

  #check(name: string, value: unknown): string[] {
    const compile = () => this.#answers.compile(strict(this.#spec.components.schemas[name]) as Schema)
    const found = this.#run(name, compile, value)
    this.#nested.push(...found)
    return found
  }

  #run(key: string, compile: () => ValidateFunction, value: unknown): string[] {
    const validate = this.#compiled.get(key) ?? compile()
    this.#compiled.set(key, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map((error) => `${key}${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
  }

  #operation(method: string, pathname: string): { readonly operation?: SpecOperation; readonly path: string } {
    const found = Object.entries(this.#spec.paths).filter(([path]) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`).test(pathname))
    // A path without parameters takes precedence over one with parameters.
    const [path, operations] = found.sort(([a], [b]) => a.split('{').length - b.split('{').length)[0] ?? []
    return { operation: operations?.[method.toLowerCase()], path: path ?? pathname }
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

/**
 * OpenAPI's schema as JSON Schema: `nullable` becomes a second type, a reference the keyword `stripe`, which compiles the other schema when
 * it meets a value; and an object has no properties that Stripe's has not.
 */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (typeof schema !== 'object' || schema === null) return schema
  const { nullable, $ref, ...rest } = schema as Schema
  if ($ref) return { type: 'object', stripe: $ref.slice($ref.lastIndexOf('/') + 1) }
  const inner = Object.fromEntries(
    Object.entries(rest).map(([keyword, value]) => [keyword, keyword === 'properties' ? strictProperties(value) : strict(value)]),
  )
  const closed = rest.properties && rest.additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner
  return nullable ? { anyOf: [closed, { type: 'null' }] } : closed
}

const strictProperties = (properties: unknown) =>
  Object.fromEntries(Object.entries(properties as Readonly<Record<string, unknown>>).map(([name, schema]) => [name, strict(schema)]))
