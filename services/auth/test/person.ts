/** Calls auth as the gateway does, and keeps the cookies of its replies. */

import type { Caller, CookieEffects } from '#proto/envelope.ts'
import type { Input, OperationName, Output } from '#proto/operations/index.ts'
import { nextAddress } from '#scripts/testing/people.ts'
import type { World } from '#scripts/testing/world.ts'

export const PASSWORD = 'Correct-Horse-1'
let count = 0

/** A name that is unique in this run. */
export const freshName = () => `p${process.pid.toString(36)}${Date.now().toString(36)}${(count++).toString(36)}`
/** An address that is unique in this run. */
export const freshAddress = nextAddress

export const formOf = (username: string, fields: Partial<Input<'auth.register'>> = {}): Input<'auth.register'> => ({
  firstName: 'Robin',
  lastName: 'Reed',
  email: `${username}@example.org`,
  username,
  password: PASSWORD,
  confirmPassword: PASSWORD,
  subscriptionTier: 'free',
  ...fields,
})

export async function ask<N extends OperationName>(
  world: World,
  name: N,
  input: Input<N>,
  caller: Partial<Caller> = {},
): Promise<{ output: Output<N>; cookies?: CookieEffects | undefined }> {
  return world.bus.ask(name, input, {
    timeout: 10_000,
    caller: { requestId: 'test', address: freshAddress(), userAgent: 'jest', visits: [], ...caller },
  })
}

/** A new account. @returns the user and the two cookies' values */
export async function register(
  world: World,
  username = freshName(),
  fields: Partial<Input<'auth.register'>> = {},
  caller: Partial<Caller> = {},
) {
  const { output: user, cookies } = await ask(world, 'auth.register', formOf(username, fields), caller)
  return { user, session: cookies?.session?.token ?? '', device: cookies?.device?.token ?? '' }
}

/** The mails to this address, newest first. */
export async function mailsTo(world: World, email: string): Promise<Output<'auth.dev_mails'>> {
  return (await ask(world, 'auth.dev_mails', {})).output.filter(({ to }) => to === email)
}

/** The token of the newest mail to this address that has one of this kind. */
export async function mailedToken(world: World, email: string, kind: 'verify' | 'reset' | 'undo' = 'verify'): Promise<string> {
  const tokens = (await mailsTo(world, email)).flatMap(({ text }) => new RegExp(`${kind}=([\\w-]+)`).exec(text)?.[1] ?? [])
  return tokens[0] ?? ''
}

/** @returns the identity of this cookie, as the gateway resolves it */
export async function residentOf(world: World, token: string) {
  const { output } = await ask(world, 'auth.resolve_session', { token })
  if (!output.identity) throw new Error('the session is over')
  return output.identity
}

export const LENGTHENED = 10_000

/** A limit of a second is over before a busy machine has sent the next attempt: this name's lasts for `LENGTHENED` milliseconds more. */
export async function lengthenLimit(world: World, username: string): Promise<void> {
  await world.postgres('auth', "UPDATE login_failures SET at = at + $2 * interval '1 ms' WHERE username_key = lower($1)", [
    username,
    LENGTHENED,
  ])
}
