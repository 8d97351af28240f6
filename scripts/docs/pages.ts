/** Every generated page, as it is and as it should be: `npm run docs` writes them, `npm run check` compares. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { configPages, type Page, type Problem } from './config.ts'
import { contractPage } from './contract.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const CONTRACT = join('docs', 'contract.md')

export async function generatedPages(): Promise<{ readonly pages: readonly Page[]; readonly problems: readonly Problem[] }> {
  const file = join(ROOT, CONTRACT)
  const contract = { file: CONTRACT, current: existsSync(file) ? readFileSync(file, 'utf8') : '', expected: contractPage() }
  const others = await configPages()
  const pages = others.filter((page): page is Page => 'expected' in page)
  return { pages: [contract, ...pages], problems: others.filter((page): page is Problem => 'message' in page) }
}
