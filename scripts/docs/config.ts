/** The configuration table of each service's README, written from the zod schema in its src/config.ts. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { SERVICES } from '#proto/operation.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { configSchemaOf } from '#scripts/start/config-schemas.ts'
import { between, table } from './markdown.ts'

type Property = { default?: unknown; description?: string; enum?: unknown[]; type?: string; anyOf?: Property[] }

function valuesOf(property: Property): string {
  if (property.enum) return property.enum.map((value) => `\`${value}\``).join(', ')
  return property.type ?? property.anyOf?.map((option) => option.type).join(' or ') ?? 'text'
}

function configTable(schema: z.ZodObject): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  const rows = Object.entries(json.properties ?? {}).map(([key, property]) => {
    const fallback =
      property.default === undefined ? (json.required?.includes(key) ? 'required' : '–') : `\`${JSON.stringify(property.default)}\``
    return [`\`${key}\``, valuesOf(property), fallback, property.description ?? '']
  })
  return table(['key', 'values', 'default', 'meaning'], rows)
}

/** A generated page: its content on disk and its expected content. */
export type Page = { readonly file: string; readonly current: string; readonly expected: string }

/** Why a page cannot be generated: a README or a schema is missing. */
export type Problem = { readonly file: string; readonly message: string }

async function configPage(name: string): Promise<Page | Problem> {
  const readme = join('services', name, 'README.md')
  const config = join('services', name, 'src', 'config.ts')
  if (!existsSync(join(ROOT, readme)))
    return { file: readme, message: 'is missing: purpose, what it owns, whom it talks to, invariants, how it fails' }
  const schema = await configSchemaOf(name)
  if (!schema) return { file: config, message: 'exports no zod object: export the schema, the README table comes from it' }
  const current = readFileSync(join(ROOT, readme), 'utf8')
  const expected = between(current, 'config', configTable(schema))
  return expected === null
    ? { file: readme, message: 'has no place for its configuration: put <!-- config --> and <!-- /config --> where the table belongs' }
    : { file: readme, current, expected }
}

/** One page for every service with a configuration. */
export function configPages(): Promise<(Page | Problem)[]> {
  const names = ['gateway', ...SERVICES].filter((name) => existsSync(join(ROOT, 'services', name, 'src', 'config.ts')))
  return Promise.all(names.map(configPage))
}
