import { expect, test } from '@jest/globals'
import { ApiError, type ApiErrorCode } from '../../core/api-error.ts'
import { NotConfirmed, runConfirmed } from './reauthentication.ts'

const refused = (code: ApiErrorCode) => new ApiError({ message: code, code, status: 403 })

/** An action that fails with these errors, one at a time, and then succeeds. */
function failing(...codes: readonly ApiErrorCode[]) {
  const left = [...codes]
  let runs = 0
  return {
    runs: () => runs,
    action: async () => {
      runs += 1
      const code = left.shift()
      if (code) throw refused(code)
      return 'done'
    },
  }
}
const never = async () => {
  throw new Error('asked for the password without need')
}

test('an action that needs no password runs once and asks nothing', async () => {
  const one = failing()
  expect([await runConfirmed(one.action, never), one.runs()]).toEqual(['done', 1])
})

test('the action is repeated after the password', async () => {
  const one = failing('password_needed')
  expect([await runConfirmed(one.action, async () => true), one.runs()]).toEqual(['done', 2])
})

test('closing the question ends the action without repeating it', async () => {
  const one = failing('password_needed')
  await expect(runConfirmed(one.action, async () => false)).rejects.toBeInstanceOf(NotConfirmed)
  expect(one.runs()).toBe(1)
})

test('other errors are thrown as they are, before and after the password', async () => {
  await expect(runConfirmed(failing('code_wrong').action, never)).rejects.toMatchObject({ code: 'code_wrong' })
  const two = failing('password_needed', 'code_wrong')
  await expect(runConfirmed(two.action, async () => true)).rejects.toMatchObject({ code: 'code_wrong' })
  expect(two.runs()).toBe(2)
})
