/** JSON schemas as HTML, for the page of the API: a type in words, and the fields of an object as rows of a table. */
import escapeHtml from 'escape-html'
import type { Json } from './schemas.ts'

const COMPONENT = '#/components/schemas/'

/** Words in backquotes become code. */
export const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const code = (text: string) => `<code>${escapeHtml(text)}</code>`
const link = (reference: string) => {
  const name = reference.replace(COMPONENT, '')
  return `<a href="#schema-${escapeHtml(name)}">${escapeHtml(name)}</a>`
}
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as Json[]) : [])

/** Lengths and bounds that a person types by. */
function bounds({ minLength, maxLength, minimum, maximum, format }: Json): string {
  const facts = [
    ...(format ? [String(format)] : []),
    ...(minLength ? [`at least ${String(minLength)} characters`] : []),
    ...(maxLength ? [`at most ${String(maxLength)} characters`] : []),
    ...(minimum === undefined ? [] : [`from ${String(minimum)}`]),
    ...(maximum === undefined ? [] : [`to ${String(maximum)}`]),
  ]
  return facts.length ? ` (${escapeHtml(facts.join(', '))})` : ''
}

/** @returns the type of a schema, as HTML */
export function typeOf(schema: Json | undefined): string {
  if (!schema) return ''
  if (typeof schema.$ref === 'string') return link(schema.$ref)
  const choices = [...list(schema.anyOf), ...list(schema.oneOf)]
  if (choices.length) return [...new Set(choices.map(typeOf))].join(' or ')
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.type === 'array') return `list of ${typeOf(schema.items as Json)}`
  const { type } = schema
  return `${escapeHtml(Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything'))}${bounds(schema)}`
}

const row = (name: string, type: string, needed: boolean, description: unknown) =>
  `<tr><td>${code(name)}${needed ? '' : '?'}</td><td>${type}</td><td>${prose(String(description ?? ''))}</td></tr>`

/** The fields of an object, those of an inner object below it with its name. */
function rows(schema: Json, prefix: string): string {
  const { properties = {}, required = [] } = schema as { properties?: Readonly<Record<string, Json>>; required?: readonly string[] }
  return Object.entries(properties)
    .map(([name, field]) => {
      const inner = field.properties ? rows(field, `${prefix}${name}.`) : ''
      return row(`${prefix}${name}`, typeOf(field), required.includes(name), field.description) + inner
    })
    .join('')
}

/** @returns a table of the fields; the type alone for what has none */
export function fieldsTable(schema: Json): string {
  return schema.properties ? `<table>${rows(schema, '')}</table>` : `<p>${typeOf(schema)}</p>`
}

type Parameter = {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly schema: Json
  readonly description: string
}

/** @returns a table of an operation's parameters; nothing where it has none */
export function parametersTable(parameters: readonly Parameter[]): string {
  if (!parameters.length) return ''
  const all = parameters.map(({ name, in: place, required, schema, description }) =>
    row(name, `${escapeHtml(place)}: ${typeOf(schema)}`, required, description),
  )
  return `<table>${all.join('')}</table>`
}

export type { Parameter }
