/** Accounts with passkeys of a software authenticator, over rpc. */
import type { Caller } from '#proto/envelope.ts'
import type { UsedCredential } from '#proto/operations/passkeys.ts'
import { createPasskey, type SoftPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import type { World } from '#scripts/testing/world.ts'
import type { account } from './factor-account.ts'
import { ask, mailedToken } from './person.ts'

type Account = Awaited<ReturnType<typeof account>>
export type Owner = Pick<Account, 'resident'>
export type AddedPasskey = SoftPasskey & { readonly rowId: number }
type Signing = { readonly isVerified?: boolean; readonly counter?: number; readonly origin?: string }

export const passkeysOf = (world: World) => {
  const begin = async ({ resident }: Owner) => (await ask(world, 'auth.begin_passkey', {}, { resident })).output
  const created = async (owner: Owner, isVerified = true) => createPasskey(await begin(owner), { origin: world.url, isVerified })
  return {
    begin,
    created,
    add: async (owner: Owner, name?: string): Promise<AddedPasskey> => {
      const { passkey, credential } = await created(owner)
      const input = name === undefined ? { credential } : { credential, name }
      const { output } = await ask(world, 'auth.add_passkey', input, { resident: owner.resident })
      return { ...passkey, rowId: output.id }
    },
    list: async ({ resident }: Owner) => (await ask(world, 'auth.passkeys', {}, { resident })).output,
    signed: async (passkey: SoftPasskey, behaviour: Signing = {}) => {
      const options = (await ask(world, 'auth.begin_passkey_sign_in', {})).output
      return signWithPasskey(passkey, options, { origin: world.url, ...behaviour })
    },
    send: (credential: UsedCredential, caller: Partial<Caller> = {}) => ask(world, 'auth.sign_in_with_passkey', { credential }, caller),
    /** Straight from the table, also of an account whose sessions are over. */
    namesOf: async (userId: number) =>
      (
        await world.postgres<{ name: string }>('auth', 'SELECT name FROM passkeys WHERE user_id = $1 ORDER BY created_at, id', [userId])
      ).map(({ name }) => name),
  }
}

/** Opens the link that was mailed to the account's address, or to a new one. */
export const verify = async (world: World, { user }: Pick<Account, 'user'>, email = user.email) =>
  ask(world, 'auth.verify_email', { token: await mailedToken(world, email) })
