/** All generated pages with actual and expected content: `npm run docs` writes them, `npm run check` compares. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { accessPage } from './access.ts'
import { configPages, type Page, type Problem } from './config.ts'
import { contractPage } from './contract.ts'
import { DECISIONS, decisionsPage } from './decisions.ts'
import { surfaceFiles } from './surface.ts'
import { userPages } from './users.ts'
import { valuesPage } from './values.ts'

const CONTRACT = join('docs', 'contract.md')
const ACCESS = join('docs', 'access.md')

const pageAt = (file: string, expected: string): Page => {
  const path = join(ROOT, file)
  return { file, current: existsSync(path) ? readFileSync(path, 'utf8') : '', expected }
}

export async function generatedPages(): Promise<{ readonly pages: readonly Page[]; readonly problems: readonly Problem[] }> {
  const contract = pageAt(CONTRACT, contractPage())
  const access = pageAt(ACCESS, accessPage())
  const decisions = pageAt(DECISIONS, decisionsPage())
  const surface = Object.entries(surfaceFiles()).map(([name, text]) => pageAt(join('docs', 'surface', name), text))
  const others = [...(await configPages()), ...valuesPage()]
  const pages = others.filter((page): page is Page => 'expected' in page)
  return {
    pages: [contract, access, decisions, ...surface, ...userPages(), ...pages],
    problems: others.filter((page): page is Problem => 'message' in page),
  }
}
