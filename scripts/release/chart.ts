/** The chart as it is published: with the address of the repository, and with the registry of the images as its default. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { runTool } from './tool.ts'
import { chartOf } from './versions.ts'

async function change(file: string, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const document = parseDocument(await readFile(file, 'utf8'))
  for (const [path, value] of Object.entries(changes)) document.setIn(path.split('.'), value)
  await writeFile(file, document.toString({ lineWidth: 0 }))
}

/**
 * @param options.registry before the names of images and chart
 * @param options.home the address of the repository
 * @param options.out the folder of the package
 * @returns the package's file
 */
export async function packageChart(options: { readonly registry: string; readonly home: string; readonly out: string }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chart-release-'))
  try {
    // Helm wants the folder to have the chart's name.
    const chart = chartOf(folder)
    await cp(chartOf(ROOT), chart, { recursive: true })
    await change(join(chart, 'Chart.yaml'), { home: options.home, sources: [options.home] })
    await change(join(chart, 'values.yaml'), { 'global.image.repository': options.registry })
    await mkdir(options.out, { recursive: true })
    const said = await runTool('helm', ['package', chart, '--destination', options.out])
    const file = /saved it to: (\S+)/.exec(said)?.[1]
    if (!file) throw new StartError(`helm did not say where the package is:\n${said}`)
    return file
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** @returns the chart by its digest, `registry/digital-doorbell@sha256:…` */
export async function pushChart(file: string, registry: string, flags: readonly string[]): Promise<string> {
  const said = await runTool('helm', ['push', file, `oci://${registry}`, ...flags])
  const digest = /Digest: (sha256:[0-9a-f]{64})/.exec(said)?.[1]
  if (!digest) throw new StartError(`helm did not say the digest of what it pushed:\n${said}`)
  return `${registry}/digital-doorbell@${digest}`
}
