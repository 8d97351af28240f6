/** compose.yaml as Docker Compose evaluates it: merged and interpolated. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

const CONTAINER = z.object({
  image: z.string(),
  user: z.string().optional(),
  restart: z.string(),
  init: z.boolean().optional(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  cap_add: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  command: z.array(z.string()).optional(),
  mem_limit: z.string(),
  network_mode: z.string().optional(),
  networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)]).default([]),
  healthcheck: z.unknown().optional(),
  ports: z.array(z.string()).default([]),
  configs: z.array(z.object({ source: z.string(), target: z.string() })).default([]),
})
/** What the tests read of a container. */
export type Container = z.output<typeof CONTAINER>

const TEXT = readFileSync(join(ROOT, 'compose.yaml'), 'utf8').replaceAll(/^\s*#.*$/gm, '')
/** `${NAME}`, `${NAME:-default}` and `${NAME:?sentence}`, the innermost first. */
const VARIABLE = /\$\{(\w+)(?::([-?])([^${}]*))?\}/

/** @throws Error with the sentence of a required variable that is missing */
function interpolate(text: string, variables: Readonly<Record<string, string>>): string {
  const found = VARIABLE.exec(text.replaceAll('$$', '\0\0'))
  if (!found) return text.replaceAll('$$', '$')
  const [whole, name = '', kind, rest = ''] = found
  const value = variables[name]
  if (!value && kind === '?') throw new Error(`required variable ${name} is missing a value: ${rest}`)
  const replaced = value || (kind === '-' ? rest : '')
  return interpolate(text.slice(0, found.index) + replaced + text.slice(found.index + whole.length), variables)
}

/** @throws Error with the sentence of a required variable that is missing */
export function readContainers(variables: Readonly<Record<string, string>>): Readonly<Record<string, Container>> {
  // The file is ours, so nested merges are allowed.
  const file = parse(TEXT, { merge: true, maxAliasCount: -1 }) as { services: unknown }
  return z
    .record(z.string(), CONTAINER)
    .parse(
      JSON.parse(JSON.stringify(file.services), (_, value: unknown) => (typeof value === 'string' ? interpolate(value, variables) : value)),
    )
}

/** @returns the file of each configuration, from the root of the repository */
export function readConfigFiles(): Readonly<Record<string, string>> {
  const { configs } = z
    .object({ configs: z.record(z.string(), z.object({ file: z.string() })) })
    .parse(parse(TEXT, { merge: true, maxAliasCount: -1 }))
  return Object.fromEntries(Object.entries(configs).map(([name, { file }]) => [name, file]))
}

export type Variable = {
  readonly name: string
  /** Undefined where it has none; empty where nothing stands for "not used". */
  readonly fallback: string | undefined
  /** Compose's message if it is missing. */
  readonly sentence: string | undefined
}

/** Every variable of the file, once. */
export function readVariables(): Variable[] {
  const uses = [...TEXT.matchAll(/(?<!\$)\$\{(\w+)(?::([-?])([^${}]*))?/g)].map(([, name = '', kind, rest]) => ({ name, kind, rest }))
  return [...new Set(uses.map(({ name }) => name))].map((name) => {
    const own = uses.filter((use) => use.name === name)
    return { name, fallback: own.find(({ kind }) => kind === '-')?.rest, sentence: own.find(({ kind }) => kind === '?')?.rest }
  })
}
