/** The rule that reads docs/coverage.md, every test's titles and the contract. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ERRORS } from '#proto/errors.ts'
import { ClientFrame } from '#proto/frames/client.ts'
import { ServerFrame } from '#proto/frames/server.ts'
import { operations } from '#proto/operations/index.ts'
import { judge, PAGE, readRows, readTitles, summary } from './coverage.ts'
import type { Rule } from './rule.ts'
import { listFiles, ROOT } from './source.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

/** What the contract declares, in the words of the page's rows. */
function declared(): string[] {
  return [
    ...operations.flatMap(({ http }) => (http ? [`${http.method} ${http.path}`] : [])),
    ...ClientFrame.options.map((frame) => `client frame ${frame.shape.type.value}`),
    ...ServerFrame.options.map((frame) => `server frame ${frame.shape.type.value}`),
    ...Object.keys(ERRORS),
  ]
}

export const coverageRule: Rule = {
  name: 'coverage',
  advice: `${PAGE} says what each row and id means.`,
  run: async () => {
    const files = listFiles().filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file))
    const titles = files.flatMap((file) => readTitles(file, read(file)))
    const { rows, findings } = readRows(read(PAGE))
    return { findings: [...findings, ...judge(rows, titles, declared())], note: summary(rows, titles) }
  },
}
