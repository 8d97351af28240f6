/** Compares docs/privacy.md with the services' schemas: every column is listed under its service, and no other is listed. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { servicesWithDatabase } from '../database/migrate.ts'
import { schemaOf } from '../database/prisma-cli.ts'
import type { Finding } from './source.ts'

const PAGE = 'docs/privacy.md'

/** A table's model and its columns, by their names in schema.prisma. */
type Model = { readonly name: string; readonly columns: readonly string[] }

/** @param schema the text of a schema.prisma @returns its models; relations are no columns */
export function modelsOf(schema: string): readonly Model[] {
  const blocks = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({ name, body }))
  const names = new Set(blocks.map(({ name }) => name))
  return blocks.map(({ name, body }) => {
    const fields = [...body.matchAll(/^ {2}(\w+)\s+(\w+)/gm)].map(([, field = '', type = '']) => ({ field, type }))
    return { name, columns: fields.filter(({ type }) => !names.has(type)).map(({ field }) => field) }
  })
}

/** A row of a service's table of the page: `| `Model` | `column`, `column` | why | how long | how erased |`. */
function listedIn(page: string, service: string): ReadonlyMap<string, ReadonlySet<string>> {
  const [, section = ''] = new RegExp(`^## ${service}\\b[^\\n]*\\n([\\s\\S]*?)(?=^## |$(?![\\s\\S]))`, 'm').exec(page) ?? []
  const listed = new Map<string, Set<string>>()
  for (const [, model = '', columns = ''] of section.matchAll(/^\| `(\w+)` \| ([^|]*) \|/gm)) {
    const known = listed.get(model) ?? new Set<string>()
    for (const [, column = ''] of columns.matchAll(/`(\w+)`/g)) known.add(column)
    listed.set(model, known)
  }
  return listed
}

/** @returns a finding for each column that is not listed, and for each that is listed and does not exist */
export function comparePrivacy(page: string, schemas: ReadonlyMap<string, string>): readonly Finding[] {
  return [...schemas].flatMap(([service, schema]) => {
    const listed = listedIn(page, service)
    const models = modelsOf(schema)
    const missing = models.flatMap(({ name, columns }) => {
      const absent = columns.filter((column) => !listed.get(name)?.has(column))
      if (absent.length === 0) return []
      const row = `| \`${name}\` | ${absent.map((column) => `\`${column}\``).join(', ')} | <why> | <how long> | <how erased> |`
      return [{ file: PAGE, message: `add below "## ${service}": ${row}` }]
    })
    const gone = [...listed].flatMap(([name, columns]) => {
      const there = models.find((model) => model.name === name)?.columns ?? []
      return [...columns].filter((column) => !there.includes(column)).map((column) => `${name}.${column}`)
    })
    return [...missing, ...gone.map((column) => ({ file: PAGE, message: `remove \`${column}\` below "## ${service}": no schema has it` }))]
  })
}

/** @param root the tree whose services and page are compared */
export function privacy(root: string): { readonly findings: readonly Finding[]; readonly note: string } {
  const services = servicesWithDatabase(root)
  const page = existsSync(join(root, PAGE)) ? readFileSync(join(root, PAGE), 'utf8') : ''
  const schemas = new Map(services.map((service) => [service, readFileSync(schemaOf(root, service), 'utf8')]))
  return { findings: comparePrivacy(page, schemas), note: services.join(', ') }
}
