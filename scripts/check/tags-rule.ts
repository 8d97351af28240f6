/** The rule that reads the tags of the tests. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ERRORS } from '#proto/errors.ts'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { leftIds, PAGE, readRows, readTests } from './coverage.ts'
import type { Rule } from './rule.ts'
import { importsOf, listFiles, withoutComments } from './source.ts'
import { tagSummary, tagsOf, wrongTags } from './tags.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

function tagsIn(file: string) {
  const source = read(file)
  const targets = importsOf(file, withoutComments(source)).map(({ target }) => target)
  const helpers = targets.filter((target) => target !== null && dirname(target) === dirname(file))
  return tagsOf(
    file,
    source,
    readTests(file, source),
    helpers.map((helper) => read(helper ?? '')),
  )
}

export const tagsRule: Rule = {
  name: 'tests of every change',
  advice: 'scripts/testing/README.md says which tests npm test runs, and which only npm test -- --all.',
  run: async () => {
    const files = listFiles().filter((file) => /\.(test\.tsx?|spec\.ts)$/.test(file))
    const tests = files.flatMap(tagsIn)
    // An error code that only a costly test shows is left to `npm test -- --all`.
    const left = new Set([...leftIds(readRows(read(PAGE)).rows), ...Object.keys(ERRORS)])
    return { findings: wrongTags(tests, left), note: tagSummary(tests) }
  },
}
