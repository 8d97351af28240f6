import { expect, test } from '@jest/globals'
import { mayRegister } from './may-register.ts'

test.each([
  ['open', true, true],
  ['invite', false, true],
  ['closed', false, false],
] as const)('%s: a stranger may register: %s, an invited person: %s', (mode, stranger, invited) => {
  expect([mayRegister(mode, false), mayRegister(mode, true)]).toEqual([stranger, invited])
})
