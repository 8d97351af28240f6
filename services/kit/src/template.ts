/**
 * Renders the logic-less template format of web/src/visitor/template/README.md: escaped values, sections, inverted sections.
 * Compiled once at start, rendered per request; nothing can be inserted unescaped.
 */
type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: readonly string[] }
  | { readonly kind: 'section'; readonly path: readonly string[]; readonly inverted: boolean; readonly nodes: readonly Node[] }

/** What a template may be given: plain JSON data. */
export type TemplateData = { readonly [key: string]: TemplateValue }
export type TemplateValue = string | number | boolean | null | undefined | TemplateData | readonly TemplateValue[]

const MARK = /\{\{([#^/]?)\s*([\w.]+)\s*\}\}/g
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes text for use between tags and in quoted attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
const isObject = (value: TemplateValue): value is TemplateData => typeof value === 'object' && value !== null && !Array.isArray(value)

type Open = { readonly name: string; readonly inverted: boolean; readonly nodes: Node[] }

function parse(source: string): readonly Node[] {
  const root: Open = { name: '', inverted: false, nodes: [] }
  const stack = [root]
  let at = 0
  for (const match of source.matchAll(MARK)) {
    const top = stack.at(-1) ?? root
    const [whole, sign, name = ''] = match
    if (match.index > at) top.nodes.push({ kind: 'text', text: source.slice(at, match.index) })
    at = match.index + whole.length
    if (sign === '') top.nodes.push({ kind: 'value', path: name.split('.') })
    else if (sign === '/') {
      if (top.name !== name || stack.length === 1) throw new Error(`The template closes ${name} where ${top.name || 'nothing'} is open.`)
      stack.pop()
      stack.at(-1)?.nodes.push({ kind: 'section', path: name.split('.'), inverted: top.inverted, nodes: top.nodes })
    } else stack.push({ name, inverted: sign === '^', nodes: [] })
  }
  const open = stack.at(-1)
  if (open && open !== root) throw new Error(`The template never closes ${open.name}.`)
  root.nodes.push({ kind: 'text', text: source.slice(at) })
  return root.nodes
}

function lookUp(path: readonly string[], scopes: readonly TemplateData[]): TemplateValue {
  const [first = '', ...rest] = path
  const scope = scopes.findLast((candidate) => Object.hasOwn(candidate, first))
  return rest.reduce<TemplateValue>((value, key) => (isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined), scope?.[first])
}

const isShown = (value: TemplateValue) => (Array.isArray(value) ? value.length > 0 : value === 0 || Boolean(value))

function write(nodes: readonly Node[], scopes: readonly TemplateData[]): string {
  let out = ''
  for (const node of nodes) {
    if (node.kind === 'text') out += node.text
    else if (node.kind === 'value') {
      const value = lookUp(node.path, scopes)
      if (typeof value === 'string' || typeof value === 'number') out += escapeHtml(String(value))
    } else out += writeSection(node, lookUp(node.path, scopes), scopes)
  }
  return out
}

function writeSection(node: Extract<Node, { kind: 'section' }>, value: TemplateValue, scopes: readonly TemplateData[]): string {
  if (node.inverted) return isShown(value) ? '' : write(node.nodes, scopes)
  if (!isShown(value)) return ''
  const items: readonly TemplateValue[] = Array.isArray(value) ? value : [value]
  return items.map((item) => write(node.nodes, isObject(item) ? [...scopes, item] : scopes)).join('')
}

/**
 * @returns a function from data to text; a missing name renders as nothing
 * @throws Error when a section is not opened or not closed, so that a broken build fails at start
 */
export function compileTemplate(source: string): (data: TemplateData) => string {
  const nodes = parse(source)
  return (data) => write(nodes, [data])
}
