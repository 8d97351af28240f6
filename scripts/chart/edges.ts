/** The chart's own tables of connections and settings, read from the template. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

const TEMPLATE = readFileSync(join(ROOT, 'charts/digital-doorbell/charts/service/templates/_edges.tpl'), 'utf8')

/** As if all conditions of the table were true and its values were empty. */
function tableOf<T>(name: string): Readonly<Record<string, T>> {
  const body = new RegExp(`define "service.${name}" -}}\n([\\s\\S]*?)\n{{- end }}\n(?=\n|$)`).exec(TEMPLATE)?.[1] ?? ''
  return parse(body.replace(/^\{\{-.*\}\}$/gm, '').replace(/\{\{[^}]*\}\}/g, "''"))
}

export const edges = tableOf<readonly string[]>('edges')
/** Environment variable → key of the Secret. */
export const keys = tableOf<Readonly<Record<string, string>>>('keys')
/** Environment variable → value, empty where it is the operator's. */
export const settings = tableOf<Readonly<Record<string, string>>>('settings')
