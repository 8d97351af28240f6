import { expect, test } from '@jest/globals'
import { openCommonPasswords } from './common-passwords.adapter.ts'
import { enforcePasswordPolicy } from './password-policy.ts'

const isCommon = openCommonPasswords()
const owner = { username: 'ada.reed77', firstName: 'Ada', lastName: 'Reed-Åberg', email: 'lovelace@analytical-engine.example' }
const check = (password: string, isBreached = false) =>
  enforcePasswordPolicy({ isCommon, isBreached: async () => isBreached }, 'newPassword', password, owner)
const refusedAs = (code: string) => ({ code: 'validation_failed', issues: { newPassword: { code, params: {} } } })

// covers: V-password-common
test('a common password is refused in every disguise', async () => {
  const disguised = [
    'Password1!',
    'P@$$w0rd2024!',
    'Qwerty123!',
    'QWERTY!!',
    'L3tm31n#99',
    'TrustNo1!',
    'Dr4gon$$',
    '!l0v3y0U!',
    'Monkey123456789!',
  ]
  for (const password of disguised) await expect(check(password)).rejects.toMatchObject(refusedAs('password_common'))
})

// covers: V-password-personal
test('the user’s names, address and the product’s name are refused', async () => {
  const personal = [
    'Ada.Reed77!',
    'AdaReed77#',
    'R33d-Åberg1!',
    'AdaReed-Åberg2025!',
    'L0velace!!1',
    'Analytical-Engine1!',
    'D00rbell2025!',
    'Klingel1!',
  ]
  for (const password of personal) await expect(check(password)).rejects.toMatchObject(refusedAs('password_personal'))
})

test('a password that only contains a common word is taken', async () => {
  for (const password of ['Correct-Horse-1', 'My doorbell sings at 9!', 'Reedbeds&Herons4', 'xQ7!mmPz', 'Ω-Zwölf-Äpfel-7'])
    await expect(check(password)).resolves.toBeUndefined()
})

test('what the online list has is refused as common', async () => {
  await expect(check('Correct-Horse-1', true)).rejects.toMatchObject(refusedAs('password_common'))
})

test('a password of a thousand signs is checked at once', async () => {
  await expect(check(`Zqx${'1!'.repeat(510)}`)).resolves.toBeUndefined()
})
