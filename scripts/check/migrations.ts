/**
 * Keeps expand and contract of a schema change in different releases (docs/decisions/0039). While an upgrade runs, pods of the old version
 * use the new tables, so a migration that breaks them names the released version that made it possible: `-- contract of 0.2.0`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import type { Result } from './rule.ts'
import { type Finding, listFiles } from './source.ts'

/** Migrations before it were written when no release existed. */
const FIRST_CHECKED = '20261124000000'
const FILE = /^services\/\w+\/prisma\/migrations\/(\d{14})_\w+\/migration\.sql$/
const CONTRACT = /^-- contract of (\d+)\.(\d+)\.(\d+)$/m

/** `ADD [COLUMN] name type … NOT NULL` up to the next comma, without a DEFAULT before or after it. */
const REQUIRED_COLUMN = new RegExp(
  String.raw`\bADD\s+(?:COLUMN\s+)?(?:IF\s+NOT\s+EXISTS\s+)?\w+\s+(?!KEY\b)` +
    String.raw`(?:(?!\bDEFAULT\b|\bADD\b|\bGENERATED\b|\bCHECK\b)[^;,])*\bNOT\s+NULL\b(?![^;,]*\bDEFAULT\b)`,
  'gi',
)
const BREAKING: Readonly<Record<string, RegExp>> = {
  'drops what the previous version may use': /\bDROP\s+\w+/gi,
  'renames what the previous version may use': /\bRENAME\s+(?:TO|COLUMN|CONSTRAINT|VALUE|\w+\s+TO)\b/gi,
  'requires a value that the previous version may not write': /\bSET\s+NOT\s+NULL\b/gi,
  'adds a column that the previous version does not write, without a default': REQUIRED_COLUMN,
  "changes a column's type, which the previous version relies on": /\bALTER\s+(?:COLUMN\s+)?\w+\s+(?:SET\s+DATA\s+)?TYPE\b/gi,
}

/** Comments and texts become blanks, quoted names plain ones; lines stay where they are. Bodies between $$ are read like statements. */
function statementsIn(sql: string): string {
  return sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\/|'(?:''|[^'])*'|"(?:""|[^"])*"/g, (match) =>
    match.startsWith('"') ? 'x'.repeat(match.length) : match.replace(/[^\n]/g, ' '),
  )
}

const isBefore = (one: readonly number[], other: readonly number[]) => {
  const index = one.findIndex((part, at) => part !== other[at])
  return index >= 0 && (one[index] ?? 0) < (other[index] ?? 0)
}

/**
 * @param file the migration's path from the repository's root
 * @param version the version that the tree becomes, `1.2.3`
 */
export function breakingStatements(file: string, sql: string, version: string): Finding[] {
  if ((FILE.exec(file)?.[1] ?? '') < FIRST_CHECKED) return []
  const statements = statementsIn(sql)
  const breaking = Object.entries(BREAKING).flatMap(([what, pattern]) =>
    [...statements.matchAll(pattern)].map(({ index }) => ({ what, line: statements.slice(0, index).split('\n').length })),
  )
  const contract = CONTRACT.exec(sql)
  if (breaking.length === 0 || (contract && isBefore(contract.slice(1).map(Number), version.split('.').map(Number)))) return []
  if (contract)
    return [{ file, message: `${contract[0].slice(3)} cannot be part of ${version}: the version that it names must be released before` }]
  return breaking
    .toSorted((one, other) => one.line - other.line)
    .map(({ what, line }) => ({ file, line, message: `${what}: make it a later release's, with the line -- contract of <version>` }))
}

export async function migrations(): Promise<Result> {
  const files = listFiles().filter((file) => FILE.test(file))
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }
  return {
    findings: files.flatMap((file) => breakingStatements(file, readFileSync(join(ROOT, file), 'utf8'), version)),
    note: `${files.length} migrations`,
  }
}
