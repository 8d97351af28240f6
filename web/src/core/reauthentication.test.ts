import { expect, test } from '@jest/globals'
import { ApiError, type ApiErrorCode } from './api-error.ts'
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
const fresh = async () => true
const old = async () => false

test('an action after a fresh password runs once and asks nothing', async () => {
  const one = failing()
  expect([await runConfirmed(one.action, fresh, never), one.runs()]).toEqual(['done', 1])
})

test('an old password is asked for before the action, which runs once', async () => {
  const one = failing()
  const ask = async () => one.runs() === 0
  expect([await runConfirmed(one.action, old, ask), one.runs()]).toEqual(['done', 1])
})

test('an action is repeated after a password that grew old in between', async () => {
  const one = failing('password_needed')
  expect([await runConfirmed(one.action, fresh, async () => true), one.runs()]).toEqual(['done', 2])
})

test('closing the question ends the action without running it', async () => {
  const one = failing()
  await expect(runConfirmed(one.action, old, async () => false)).rejects.toBeInstanceOf(NotConfirmed)
  expect(one.runs()).toBe(0)
})

test('other errors are thrown as they are, before and after the password', async () => {
  await expect(runConfirmed(failing('code_wrong').action, fresh, never)).rejects.toMatchObject({ code: 'code_wrong' })
  const two = failing('password_needed', 'code_wrong')
  await expect(runConfirmed(two.action, fresh, async () => true)).rejects.toMatchObject({ code: 'code_wrong' })
  expect(two.runs()).toBe(2)
})
