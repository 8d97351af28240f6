import { expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { isInvited, mayRegister, type RegistrationMode } from './may-register.ts'

test.each([
  ['open', true, true],
  ['invite', false, true],
  ['closed', false, false],
] as const)('%s: a stranger may register: %s, an invited person: %s', (mode, stranger, invited) => {
  expect([mayRegister(mode, false), mayRegister(mode, true)]).toEqual([stranger, invited])
})

/** @returns whether the form counts as invited, and the tokens that were checked */
async function checked(mode: RegistrationMode, invitation: string | undefined, isOpen = true) {
  const tokens: string[] = []
  const invitations = {
    isOpen: async (token: string) => {
      tokens.push(token)
      return isOpen
    },
  }
  return { invited: await isInvited(mode, { invitation }, invitations), tokens }
}

test.each([
  ['an open invitation', true],
  ['one that is used, revoked, expired or unknown', false],
])('where registration needs an invitation, %s counts: %s', async (_what, isOpen) => {
  expect(await checked('invite', 'token', isOpen)).toEqual({ invited: isOpen, tokens: ['token'] })
})

test.each([
  ['open', 'token'],
  ['closed', 'token'],
  ['invite', undefined],
] as const)('%s with the invitation %s: none is checked', async (mode, invitation) => {
  expect(await checked(mode, invitation)).toEqual({ invited: false, tokens: [] })
})

test('an invitation that cannot be checked is no refusal', async () => {
  const isOpen = async () => {
    throw new AppError('unavailable')
  }
  await expect(isInvited('invite', { invitation: 'token' }, { isOpen })).rejects.toMatchObject({ code: 'unavailable' })
})
