/** The rule that reads docs/coverage.md, the tests and the contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '#proto/errors.ts'
import { ClientFrame } from '#proto/frames/client.ts'
import { ServerFrame } from '#proto/frames/server.ts'
import { operations } from '#proto/operations/index.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { PAGE, readRows, readTests, summary, wrongComments, wrongRows } from './coverage.ts'
import type { Rule } from './rule.ts'
import { listFiles } from './source.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** @returns the ids of the contract's entries */
function declared(): string[] {
  return [
    ...operations.flatMap(({ http, name }) => (http ? [name] : [])),
    ...ClientFrame.options.map((frame) => `client.${frame.shape.type.value}`),
    ...ServerFrame.options.map((frame) => `server.${frame.shape.type.value}`),
    ...Object.keys(ERRORS),
  ]
}

export const coverageRule: Rule = {
  name: 'coverage',
  advice: `${PAGE} says what each row and id means.`,
  run: async () => {
    const files = listFiles().filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file))
    const { rows, findings } = readRows(read(PAGE))
    const contract = declared()
    const known = new Set([...rows.flatMap(({ ids }) => ids), ...contract])
    const perFile = files.map((file) => {
      const source = read(file)
      const tests = readTests(file, source)
      return { tests, findings: wrongComments(file, source, tests, known) }
    })
    const tests = perFile.flatMap((one) => one.tests)
    return {
      findings: [...findings, ...wrongRows(rows, tests, contract), ...perFile.flatMap((one) => one.findings)],
      note: summary(rows, tests, contract),
    }
  },
}
