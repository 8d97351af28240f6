/** The files of a run in load-results/: all figures as JSON, and the page of k6 with its plots. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { passed, type Report } from './report.ts'

export type ReportFiles = { readonly html: string; readonly json: string }

/** @returns the paths of a run's files */
export function reportFiles(
  root: string,
  { scenario, profileName }: { readonly scenario: string; readonly profileName: string },
): ReportFiles {
  const folder = join(root, 'load-results')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, `${scenario}-${profileName}-${new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14)}`)
  return { html: `${path}.html`, json: `${path}.json` }
}

export function saveFigures({ json }: ReportFiles, report: Report): void {
  writeFileSync(json, `${JSON.stringify({ ...report, passed: passed(report) }, undefined, 2)}\n`)
}
