/**
 * Accounts for operations that end sessions or the account itself, and links that such operations use: long-lived accounts would not
 * survive them.
 */
import { PASSWORD, type Resident } from '../people.ts'
import type { Stack } from '../stack.ts'
import { eventually } from '../wait.ts'
import type { PublicName } from './rules.ts'

type Maker = Pick<Stack, 'resident' | 'rpc'>

/** Sent from a separate account. */
export const endsItsAccount = (name: PublicName) =>
  name === 'auth.delete_account' || name === 'auth.change_password' || name === 'auth.start_wall'

const KINDS: Partial<Record<PublicName, 'reset' | 'undo'>> = {
  'auth.preview_password_reset': 'reset',
  'auth.reset_password': 'reset',
  'auth.preview_email_undo': 'undo',
  'auth.undo_email_change': 'undo',
}
export const usesMailedLink = (name: PublicName) => KINDS[name] !== undefined

/** @returns the token of a link that this operation takes, of a new account */
export async function mailedLinkFor(world: Maker, name: PublicName): Promise<string> {
  const resident = await world.resident()
  const kind = KINDS[name]
  if (kind === 'undo') await changeEmail(world, resident)
  else await resident.call('auth.request_password_reset', { email: resident.user.email })
  await resident.leave()
  return mailed(world, resident.user.email, kind ?? 'reset')
}

async function mailed(world: Maker, email: string, kind: string): Promise<string> {
  const find = async () => {
    const texts = (await world.rpc('auth.dev_mails', {})).filter(({ to }) => to === email).map(({ text }) => text)
    return texts.flatMap((text) => new RegExp(`${kind}=([\\w-]+)`).exec(text)?.[1] ?? [])[0]
  }
  return String(await eventually(`the ${kind} link`, find))
}

/** Follows the link of the mail that registration sent. */
export async function verifyEmail(world: Maker, resident: Resident): Promise<void> {
  await resident.call('auth.verify_email', { token: await mailed(world, resident.user.email, 'verify') })
}

async function changeEmail(world: Maker, resident: Resident): Promise<void> {
  const email = `next-${resident.user.email}`
  await verifyEmail(world, resident)
  await resident.call('auth.change_email', { email, password: PASSWORD })
  await resident.call('auth.verify_email', { token: await mailed(world, email, 'verify') })
}
