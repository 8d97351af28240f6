import { expect, test } from '@jest/globals'
import { cannotTry } from './cannot-try.ts'

const REASON = 'nothing is tried: ip is missing'
const tried = (env: NodeJS.ProcessEnv, isSetupIncomplete: boolean) => {
  const lines: string[] = []
  cannotTry(REASON, { isSetupIncomplete, env, say: (line) => lines.push(line) })
  return lines
}

test('in CI a test without its program fails', () => {
  expect(() => tried({ CI: '1' }, true)).toThrow(REASON)
})

test('by hand a missing program is only reported', () => {
  expect(tried({}, true)).toEqual([REASON])
})

test('what kernel or rights do not give is reported, in CI too', () => {
  expect(tried({}, false)).toEqual([REASON])
  expect(tried({ CI: '1' }, false)).toEqual([REASON])
})
