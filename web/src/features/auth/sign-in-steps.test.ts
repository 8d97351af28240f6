import { expect, test } from '@jest/globals'
import { ApiError, type ApiErrorCode } from '../../core/api-error.ts'
import { stepAfter } from './sign-in-steps.ts'

const credentials = { username: 'nora', password: 'Maple-Lane-14' }
const after = (code: ApiErrorCode, params = {}) => stepAfter(new ApiError({ message: '', code, status: 400, params }), credentials)

test('the right password of an account with two-factor leads to the code', () => {
  expect(after('two_factor_required')).toEqual({ at: 'code', credentials })
})

test('a throttled account is offered a link, and the name is kept but not the password', () => {
  expect(after('limited', { offers: 'link' })).toEqual({ at: 'signIn', username: 'nora', offersLink: true })
})

test('a blocked address is offered a link, which signs in from there too', () => {
  expect(after('address_blocked')).toEqual({ at: 'signIn', username: 'nora', offersLink: true })
})

test('other refusals stay at their step', () => {
  expect([after('limited'), after('code_wrong'), after('network'), stepAfter(new Error('x'), credentials)]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('a password that was changed meanwhile leads back to the form', () => {
  expect(after('credentials_wrong')).toEqual({ at: 'signIn', username: 'nora' })
})
