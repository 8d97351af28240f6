/** `npm run docs`: writes docs/contract.md and each service's configuration table from the code. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { generatedPages } from './docs/pages.ts'

const { pages, problems } = await generatedPages()
for (const page of pages) {
  const changed = page.current !== page.expected
  if (changed) {
    mkdirSync(dirname(join(ROOT, page.file)), { recursive: true })
    writeFileSync(join(ROOT, page.file), page.expected)
  }
  console.log(`${changed ? 'written  ' : 'unchanged'}  ${page.file}`)
}
for (const problem of problems) console.log(`PROBLEM    ${problem.file} ${problem.message}`)
process.exitCode = problems.length === 0 ? 0 : 1
