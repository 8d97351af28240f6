/** One operation on the page of the API: what it takes and answers, and a form that sends it. */
import escapeHtml from 'escape-html'
import { fieldsTable, type Parameter, parametersTable, prose, typeOf } from './docs-schema.ts'
import type { Json } from './schemas.ts'

type Content = Readonly<Record<string, { readonly schema?: Json; readonly example?: unknown }>>
type Answer = { readonly description: string; readonly content?: Content; readonly $ref?: string }
export type Described = {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Answer>>
}
/** `parameters` and `responses` by name. */
export type Components = {
  readonly schemas: Readonly<Record<string, Json>>
  readonly parameters: Readonly<Record<string, Parameter>>
  readonly responses: Readonly<Record<string, Answer>>
}

const nameOf = (reference: string) => reference.slice(reference.lastIndexOf('/') + 1)
const anchor = (operationId: string) => `operation-${operationId}`

const parametersOf = ({ parameters }: Described, components: Components): Parameter[] =>
  parameters.flatMap((one) => ('$ref' in one ? (components.parameters[nameOf(one.$ref)] ?? []) : one))

function answersTable({ responses }: Described, components: Components): string {
  const rows = Object.entries(responses).map(([status, answer]) => {
    const { description, content = {} } = answer.$ref ? (components.responses[nameOf(answer.$ref)] ?? answer) : answer
    const type =
      Number(status) < 300 ? Object.entries(content).map(([media, { schema }]) => (schema ? typeOf(schema) : escapeHtml(media))) : []
    return `<tr><td><code>${status}</code></td><td>${type.join(', ')}</td><td>${prose(description)}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

/** A value to begin with: the example, else the required fields with an empty text. */
function startOf({ schema = {}, example }: Content[string]): string {
  if (example !== undefined) return JSON.stringify(example, null, 2)
  const { required = [] } = schema as { required?: readonly string[] }
  return JSON.stringify(Object.fromEntries(required.map((name) => [name, ''])), null, 2)
}

function field({ name, in: place, required }: Parameter): string {
  const attributes = `name="${escapeHtml(name)}" data-in="${escapeHtml(place)}"${required ? ' required' : ''}`
  return `<label><span>${escapeHtml(name)}</span><input ${attributes} autocomplete="off" spellcheck="false"></label>`
}

function bodyField(content: Content): string {
  const [[media, body] = ['', {}]] = Object.entries(content)
  if (media === 'application/json')
    return `<label><span>body</span><textarea data-in="body" rows="5" spellcheck="false">${escapeHtml(startOf(body))}</textarea></label>`
  return `<label><span>file</span><input type="file" data-in="file" accept="${escapeHtml(media)}"></label>`
}

const IS_FORM = 'application/x-www-form-urlencoded'

/** Hidden until the script of the page shows it. A form of the pages without script is sent from there. */
function tryForm(method: string, path: string, described: Described, components: Components): string {
  const content = described.requestBody?.content
  if ((content && IS_FORM in content) || !path.startsWith('/api/')) return ''
  const fields = parametersOf(described, components).map(field).join('') + (content ? bodyField(content) : '')
  return (
    `<form class="try" hidden data-method="${method}" data-path="${escapeHtml(path)}">${fields}` +
    `<button>Send</button><output aria-live="polite"></output></form>`
  )
}

/** @param path in the spelling of OpenAPI */
export function operationEntry(method: string, path: string, described: Described, components: Components): string {
  const { operationId, summary, description, requestBody } = described
  const title = `<span class="method">${method}</span><code>${escapeHtml(path)}</code><span>${prose(summary)}</span>`
  const further = description.replace(`${summary}. `, '')
  const [body] = Object.entries(requestBody?.content ?? {})
  return [
    `<details id="${escapeHtml(anchor(operationId))}"><summary>${title}</summary><p>${prose(further)}</p>`,
    parametersTable(parametersOf(described, components)),
    body?.[1].schema ? `<h4>Body: ${escapeHtml(body[0])}</h4>${fieldsTable(body[1].schema)}` : '',
    `<h4>Answers</h4>${answersTable(described, components)}`,
    tryForm(method, path, described, components),
    '</details>',
  ].join('')
}
