/** One version stands in package.json and in every Chart.yaml, and the release's git tag is this version with a v before it. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { z } from 'zod'

const PACKAGE = z.object({ version: z.string() })
const CHART_FILE = z.object({
  name: z.string(),
  version: z.string(),
  appVersion: z.string().optional(),
  dependencies: z.array(z.object({ name: z.string(), version: z.string() })).default([]),
})

/** The umbrella chart of a tree. */
export const chartOf = (root: string) => join(root, 'charts/digital-doorbell')

/** @returns where a version stands, and which */
function versionsIn(root: string): readonly (readonly [string, string])[] {
  const own = PACKAGE.parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  const folders = readdirSync(join(chartOf(root), 'charts')).map((name) => join(chartOf(root), 'charts', name))
  const charts = [chartOf(root), ...folders].map((folder) => CHART_FILE.parse(parse(readFileSync(join(folder, 'Chart.yaml'), 'utf8'))))
  return [
    ['package.json', own.version],
    ...charts.flatMap(({ name, version, appVersion, dependencies }) => [
      [`chart ${name}, version`, version] as const,
      ...(appVersion ? [[`chart ${name}, appVersion`, appVersion] as const] : []),
      ...dependencies.map((one) => [`chart ${name}, dependency ${one.name}`, one.version] as const),
    ]),
  ]
}

/** @param tag of git, `v1.2.0` @returns a sentence for each version that differs from it */
export function wrongVersions(root: string, tag: string): readonly string[] {
  if (!/^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(tag)) return [`${tag} is no tag of a release: write v and a version, such as v1.2.0`]
  return versionsIn(root).flatMap(([where, version]) => (version === tag.slice(1) ? [] : [`${where} is ${version}, and the tag is ${tag}`]))
}
