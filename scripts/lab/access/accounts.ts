/** Accounts in the states that mailed links, second factors and log-ins need. Each use has its own account, so none affects another. */

import type { NewCredential, UsedCredential } from '#proto/operations/passkeys.ts'
import { inGroups } from '#scripts/lab/fuzz/crowd.ts'
import { codeAt } from '#scripts/testing/authenticator.ts'
import { inviteMember, joinHousehold } from '#scripts/testing/household.ts'
import { createPasskey, signWithPasskey } from '#scripts/testing/passkeys.ts'
import { PASSWORD, type Resident } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'
import type { World } from '#scripts/testing/world.ts'
import { SECRET } from './secret.ts'

export type Account = {
  readonly resident: Resident
  /** The token of the mailed link. */
  readonly token: string
  /** A code of the authenticator, or a recovery code. */
  readonly code: () => string
  readonly keys: Keys | undefined
  readonly household: Household | undefined
}
/** Ids of an invitation, of members, and of memberships in households of others. */
type Household = Readonly<Record<'invitation' | 'member' | 'removedMember' | 'home' | 'leftHome', number>>
/** A passkey, and a function that makes its device sign; each call makes a new signature for the same challenge. */
type Keys = {
  readonly id: number
  readonly created: () => NewCredential
  readonly used: () => UsedCredential
  readonly checked: () => UsedCredential
}
type Made = { readonly token?: string; readonly code?: () => string; readonly keys?: Keys; readonly household?: Household }
type Maker = (world: World, resident: Resident) => Promise<Made>
/** The links of mails, by their name in the fragment. */
type Link = 'verify' | 'reset' | 'undo' | 'recovery' | 'cancel-recovery' | 'sign-in'

/** @returns the token of the newest such link that was mailed to this address */
async function mailed(world: World, email: string, link: Link): Promise<string> {
  const newest = async () => {
    const mails = await world.postgres<{ text: string }>('auth', 'SELECT text FROM mails WHERE "to" = $1 ORDER BY at DESC', [email])
    return mails.flatMap(({ text }) => new RegExp(`#${link}=([\\w-]+)`).exec(text)?.[1] ?? [])[0]
  }
  return eventually(`the link ${link}`, newest)
}

async function verify(world: World, resident: Resident, email = resident.user.email): Promise<void> {
  await resident.call('auth.verify_email', { token: await mailed(world, email, 'verify') })
}

const protect = async (resident: Resident) => {
  const { secret } = await resident.call('auth.enrol_two_factor', {})
  const { recoveryCodes } = await resident.call('auth.confirm_two_factor', { code: codeAt(secret, Date.now()) })
  return recoveryCodes
}

/**
 * Confirms the address, turns two-factor on, and requests its removal as if phone and codes were lost.
 * @returns a recovery code, and the token that begins the wait
 */
async function loseFactors(world: World, resident: Resident) {
  await verify(world, resident)
  const [code = ''] = await protect(resident)
  const { username, email } = resident.user
  await resident.call('auth.request_recovery', { username, password: PASSWORD })
  return { code: () => code, token: await mailed(world, email, 'recovery') }
}

async function beginRecovery(world: World, resident: Resident) {
  const { token } = await loseFactors(world, resident)
  await resident.call('auth.begin_recovery', { token })
  return { token: await mailed(world, resident.user.email, 'cancel-recovery') }
}

const MAKERS = {
  unverified: async (world, { user }) => ({ token: await mailed(world, user.email, 'verify') }),
  mistaken: async (world, { user }) => ({ token: await mailed(world, user.email, 'verify') }),
  forgetful: async (world, resident) => {
    await resident.call('auth.request_password_reset', { email: resident.user.email })
    return { token: await mailed(world, resident.user.email, 'reset') }
  },
  moved: async (world, resident) => {
    const email = `next-${resident.user.email}`
    await verify(world, resident)
    await resident.call('auth.change_email', { email, password: PASSWORD })
    await verify(world, resident, email)
    return { token: await mailed(world, resident.user.email, 'undo') }
  },
  attacked: async (world, resident) => {
    await verify(world, resident)
    await resident.call('auth.request_sign_in_link', { username: resident.user.username })
    return { token: await mailed(world, resident.user.email, 'sign-in') }
  },
  enrolling: async (_world, resident) => {
    const { secret } = await resident.call('auth.enrol_two_factor', {})
    return { code: () => codeAt(secret, Date.now()) }
  },
  protected: async (_world, resident) => {
    const [code = ''] = await protect(resident)
    return { code: () => code }
  },
  lost: loseFactors,
  recovering: beginRecovery,
  waiting: beginRecovery,
  keyed: async (world, resident) => {
    const at = { origin: world.url }
    const first = createPasskey(await resident.call('auth.begin_passkey', {}), at)
    const { id } = await resident.call('auth.add_passkey', { credential: first.credential })
    const [creation, request, check] = [
      await resident.call('auth.begin_passkey', {}),
      await resident.call('auth.begin_passkey_sign_in', {}),
      await resident.call('auth.begin_passkey_check', {}),
    ]
    return {
      keys: {
        id,
        created: () => createPasskey(creation, at).credential,
        used: () => signWithPasskey(first.passkey, request, at),
        checked: () => signWithPasskey(first.passkey, check, at),
      },
    }
  },
  sharing: async (world, resident) => {
    const as = { name: SECRET }
    const join = async (owner: Resident, member: Resident) => (await joinHousehold(owner, member, as)).id
    const [member, removedMember] = [await join(resident, await world.resident()), await join(resident, await world.resident())]
    const [home, leftHome] = [await join(await world.resident(), resident), await join(await world.resident(), resident)]
    return { household: { invitation: (await inviteMember(resident, as)).id, member, removedMember, home, leftHome } }
  },
  guessed: async () => ({}),
  leaving: async () => ({}),
} as const satisfies Record<string, Maker>
export type AccountName = keyof typeof MAKERS

/** @returns each account in its state; its names hold the secret */
export async function makeAccounts(world: World): Promise<Readonly<Record<AccountName, Account>>> {
  const makers: Readonly<Record<AccountName, Maker>> = MAKERS
  const make = async (name: AccountName): Promise<[AccountName, Account]> => {
    const resident = await world.resident({ username: `${SECRET}-${name}`, firstName: SECRET })
    const made = await makers[name](world, resident)
    return [name, { resident, token: made.token ?? '', code: made.code ?? (() => ''), keys: made.keys, household: made.household }]
  }
  const names = Object.keys(MAKERS) as AccountName[]
  return Object.fromEntries(await inGroups(names.length, (index) => make(names[index] as AccountName))) as Record<AccountName, Account>
}
