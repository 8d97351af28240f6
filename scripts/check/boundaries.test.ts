import { expect, test } from '@jest/globals'
import { habits, sizes } from './habits.ts'
import { parse } from './source.ts'
import { cycles, rooms, walls } from './walls.ts'

const messages = (file: string, text: string) => walls([parse(file, text)]).map((finding) => `${finding.line}: ${finding.message}`)

test.each([
  [
    'services/doorbell/src/domain/ring.ts',
    "import { billing } from '../../../billing/src/domain/tier.ts'",
    'A service never imports another',
  ],
  ['services/doorbell/src/domain/ring.ts', "import { rings } from '../store/rings.ts'", 'The arrow points at the domain'],
  ['services/doorbell/src/handlers/ring.ts', "import { rings } from '../store/rings.ts'", 'A handler calls one use case'],
  ['services/doorbell/src/store/rings.ts', "import { handlers } from '../handlers/ring.ts'", 'A store knows the domain alone'],
  ['services/kit/src/log.ts', "import { ring } from '../../doorbell/src/domain/ring.ts'", 'kit is plumbing'],
  ['services/auth/src/app.ts', "import { world } from '#scripts/testing/world.ts'", 'A service imports kit and proto'],
  ['web/src/features/chat/panel.tsx', "export { Call } from '../call/view.tsx'", 'A feature never imports another'],
  ['web/src/app/router.tsx', "const log = await import('#kit/log.ts')", 'web imports proto alone'],
  ['proto/limits.ts', "import { readFileSync } from 'node:fs'", 'proto imports zod alone'],
  ['proto/limits.ts', "import { log } from '#kit/log.ts'", 'proto imports zod alone'],
])('%s may not say %s', (file, text, advice) => {
  expect(messages(file, `\n${text}\n`)).toEqual([expect.stringContaining(`2: `)])
  expect(messages(file, text)[0]).toContain(advice)
})

test.each([
  ['services/doorbell/src/app.ts', "import { rings } from './store/rings.ts'\nimport { log } from '#kit/log.ts'"],
  [
    'services/doorbell/src/handlers/ring.ts',
    "import { ring } from '../domain/ring.ts'\nimport type { Input } from '#proto/operations/index.ts'",
  ],
  ['services/doorbell/test/ring.test.ts', "import { startStack } from '#scripts/testing/world.ts'"],
  ['web/src/features/chat/panel.tsx', "import { Button } from '../../ui/button.tsx'\nimport { view } from './view.ts'"],
  ['proto/limits.ts', "import { z } from 'zod'\n// import { log } from '#kit/log.ts'\n/* import x from 'ws' */"],
])('%s may import what stands below it', (file, text) => {
  expect(messages(file, text)).toEqual([])
})

test('a ring of imports is found once and shown whole', () => {
  const ring = [
    parse('proto/a.ts', "import { b } from './b.ts'"),
    parse('proto/b.ts', "import { c } from './c.ts'"),
    parse('proto/c.ts', "import { a } from './a.ts'"),
  ]
  expect(cycles(ring).map((finding) => finding.message)).toEqual([
    expect.stringContaining('proto/a.ts → proto/b.ts → proto/c.ts → proto/a.ts'),
  ])
})

test('a room with another name is refused', () => {
  expect(rooms([parse('services/auth/src/utils/x.ts', ''), parse('services/auth/src/domain/x.ts', '')])).toHaveLength(1)
})

test.each([
  ['services/auth/src/domain/x.ts', 'const at = Date.now()', 'Time is an argument'],
  ['services/auth/src/store/x.ts', "const sql = 'select NOW()'", 'SQL never asks its own clock'],
  ['services/kit/src/x.ts', 'const visitor = 1', 'no business word'],
  ['web/src/x.ts', 'const x = y as any', 'hides a mistake'],
  ['web/src/x.test.ts', "test.skip('x', () => {})", 'No test is skipped'],
  ['web/src/x.ts', '// TODO later', 'no TODO'],
])('%s: %s is a habit the house does not have', (file, text, advice) => {
  expect(habits([parse(file, text)]).map((finding) => finding.message)).toEqual([expect.stringContaining(advice)])
})

test('a file of 401 lines is too long and one of 400 is not', () => {
  expect(sizes([{ file: 'a.ts', text: 'x\n'.repeat(401) }])).toHaveLength(1)
  expect(sizes([{ file: 'a.ts', text: 'x\n'.repeat(400) }])).toHaveLength(0)
})
