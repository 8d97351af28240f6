/** Accounts with two-factor, over rpc, on a stack whose clock the tests shift. */
import type { Caller } from '#proto/envelope.ts'
import { codeAt, STEP_MS } from '#scripts/testing/authenticator.ts'
import type { Stack } from '#scripts/testing/stack.ts'
import type { World } from '#scripts/testing/world.ts'
import { ask, freshName, PASSWORD, register, residentOf } from './person.ts'

/** The product's time, which only goes forward. */
export function clockOf(world: Stack) {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    shift: async (ms: number) => {
      await world.clock.shift(ms)
      ahead += ms
    },
  }
}
export type TestClock = ReturnType<typeof clockOf>

export const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code
/** @returns the error code, or `done` */
export const resultOf = (answer: Promise<unknown>): Promise<unknown> => answer.then(() => 'done', codeOf)

export const mailsTo = async (world: World, email: string) =>
  (await ask(world, 'auth.dev_mails', {})).output.filter(({ to }) => to === email)

/** The token of the newest mail to this address whose link has this name. */
export async function linkToken(world: World, email: string, name: string): Promise<string> {
  for (const { text } of await mailsTo(world, email)) {
    const token = new RegExp(`#${name}=([\\w-]+)`).exec(text)?.[1]
    if (token) return token
  }
  return ''
}

/** Opens the link that was mailed at the registration. */
export async function confirmAddress(world: World, { user }: { readonly user: { readonly email: string } }): Promise<void> {
  await ask(world, 'auth.verify_email', { token: await linkToken(world, user.email, 'verify') })
}

/** A new account, signed in. */
export async function account(world: World) {
  const { user, session, device } = await register(world, freshName())
  const resident = await residentOf(world, session)
  const login = (fields: { readonly code?: string; readonly password?: string } = {}, caller: Partial<Caller> = {}) =>
    ask(world, 'auth.login', { username: user.username, password: PASSWORD, ...fields }, caller)
  const current = async () => (await ask(world, 'auth.user', {}, { resident })).output
  const changes = async () =>
    (
      await world.postgres<{ change: string }>(
        'auth',
        "SELECT data->>'change' AS change FROM outbox WHERE name = 'auth.factor_changed' AND data->>'userId' = $1 ORDER BY at",
        [String(user.id)],
      )
    ).map(({ change }) => change)
  const subjects = async () => (await mailsTo(world, user.email)).map(({ subject }) => subject)
  return { user, device, resident, login, current, changes, subjects }
}

/** The same with a confirmed address and two-factor on; its next code works. */
export async function protectedAccount(world: World, clock: Pick<TestClock, 'now' | 'shift'>) {
  const owner = await account(world)
  await confirmAddress(world, owner)
  const { secret } = (await ask(world, 'auth.enrol_two_factor', {}, { resident: owner.resident })).output
  const code = () => codeAt(secret, clock.now())
  const { recoveryCodes } = (await ask(world, 'auth.confirm_two_factor', { code: code() }, { resident: owner.resident })).output
  await clock.shift(STEP_MS)
  return { ...owner, secret, code, recoveryCodes }
}
