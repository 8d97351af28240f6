/** Credentials that contradict the request, themselves, or the account; each is only refused. */
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { NewCredential } from '#proto/operations/passkeys.ts'
import { createPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { account, resultOf } from './factor-account.ts'
import { attested, challengeIn, withChallenge, withInnerId, withRsaKey } from './forged-passkeys.ts'
import { type Owner, passkeysOf } from './passkey-owner.ts'
import { ask } from './person.ts'

let world: SharedStack
let keys: ReturnType<typeof passkeysOf>
beforeAll(async () => {
  world = await sharedStack()
  keys = passkeysOf(world)
})
afterAll(() => world.close())

const addTo = ({ resident }: Owner, credential: NewCredential) => resultOf(ask(world, 'auth.add_passkey', { credential }, { resident }))

// covers: passkey_invalid
test('an attestation with certificates is refused, and nobody is asked about them', async () => {
  const asked: string[] = []
  const lists = createServer((request, response) => {
    asked.push(String(request.url))
    response.end()
  })
  await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve))
  try {
    const { port } = lists.address() as AddressInfo
    const owner = await account(world)
    const added = async (format: 'android-key' | 'packed') => {
      const { credential, passkey } = await keys.created(owner)
      return addTo(owner, await attested(credential, passkey.key, format, `http://127.0.0.1:${port}/${format}.crl`))
    }
    const answers = [await added('android-key'), await added('packed')]
    expect({ answers, asked }).toEqual({ answers: ['passkey_invalid', 'passkey_invalid'], asked: [] })
  } finally {
    lists.close()
  }
})

test('a passkey that signs for itself is added', async () => {
  const owner = await account(world)
  const { credential, passkey } = await keys.created(owner)
  expect(await addTo(owner, await attested(credential, passkey.key, 'packed'))).toBe('done')
  await keys.send(await keys.signed(passkey))
})

test('a challenge is a short text and nothing else', async () => {
  const owner = await account(world)
  const added = await keys.add(owner)
  const { credential } = await keys.created(owner)
  const challenge = challengeIn(credential)
  const { credential: another } = await keys.created(owner)
  for (const forged of [[...Buffer.from(challenge, 'base64url')], { length: 70 }, 70, null, ['x'], `${challenge}${'='.repeat(7)}`, '']) {
    expect(await addTo(owner, withChallenge(another, forged))).toBe('passkey_invalid')
    expect(await resultOf(keys.send(withChallenge(await keys.signed(added), forged)))).toBe('passkey_wrong')
  }
  expect(await addTo(owner, credential)).toBe('done')
})

test('a credential of another or an oversized id, or an oversized key, is refused', async () => {
  const owner = await account(world)
  const forge = async (change: (credential: NewCredential) => NewCredential) => addTo(owner, change((await keys.created(owner)).credential))
  expect(await forge((credential) => withInnerId(credential, randomBytes(32)))).toBe('passkey_invalid')
  expect(await forge((credential) => withInnerId(credential, randomBytes(1_024)))).toBe('passkey_invalid')
  expect(await forge((credential) => withRsaKey(credential, randomBytes(1_500)))).toBe('passkey_invalid')
  expect(await forge((credential) => withRsaKey(credential, randomBytes(1_024)))).toBe('done')
  expect(await keys.namesOf(owner.resident.userId)).toHaveLength(1)
})

test('a passkey of another host is refused, whatever page it was used on', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  const creation = await keys.begin(owner)
  const elsewhere = createPasskey({ ...creation, rp: { ...creation.rp, id: 'elsewhere.example' } }, { origin: world.url })
  expect(await addTo(owner, elsewhere.credential)).toBe('passkey_invalid')
  const request = (await ask(world, 'auth.begin_passkey_sign_in', {})).output
  const used = signWithPasskey(passkey, { ...request, rpId: 'elsewhere.example' }, { origin: world.url })
  expect(await resultOf(keys.send(used))).toBe('passkey_wrong')
})

test('a sign-in says whose passkey it is; a session knows', async () => {
  const owner = await account(world)
  const passkey = await keys.add(owner)
  for (const userHandle of [undefined, null]) {
    const used = await keys.signed(passkey)
    expect(await resultOf(keys.send({ ...used, response: { ...used.response, userHandle } }))).toBe('passkey_wrong')
  }
  const { resident } = owner
  const check = (await ask(world, 'auth.begin_passkey_check', {}, { resident })).output
  const { response, ...used } = signWithPasskey(passkey, check, { origin: world.url })
  await ask(world, 'auth.confirm_passkey', { credential: { ...used, response: { ...response, userHandle: null } } }, { resident })
})
