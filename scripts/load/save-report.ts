/** What a run leaves: a JSON file with all figures, and an HTML page with plots, in load-results/. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passed, type Report } from './report.ts'
import { renderReport } from './report-html.ts'

/** @returns the paths of the page and of the figures */
export function saveLoadReport(root: string, report: Report): { readonly html: string; readonly json: string } {
  const folder = join(root, 'load-results')
  mkdirSync(folder, { recursive: true })
  const name = `${report.scenario}-${report.profile}-${report.at.replaceAll(/\D/g, '').slice(0, 14)}`
  const files = { html: join(folder, `${name}.html`), json: join(folder, `${name}.json`) }
  writeFileSync(files.json, `${JSON.stringify({ ...report, passed: passed(report) }, undefined, 2)}\n`)
  writeFileSync(files.html, renderReport(report))
  return files
}
