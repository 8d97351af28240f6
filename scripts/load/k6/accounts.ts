/** `setup()` and `teardown()`: residents are registered through the public API before the test, and delete themselves after it. */
import { sleep } from 'k6'
import { randomBytes } from 'k6/crypto'
import exec from 'k6/execution'
import http from 'k6/http'
import { type OwnedAccount, passwordOf, registrationOf } from '../account-set.ts'
import { FIRST_OF_ACCOUNTS } from '../addresses.ts'
import { accountsOf, positionOf, type Segment, shareOf } from '../segment.ts'
import { type Answer, codeOf, paramsOf, send, settings, shape } from './context.ts'
import { fileAccounts, ownSegment, type Registered } from './population.ts'

const AT_ONCE = 8
/** Of registrations and of deletions from one address (LIMITS.register, LIMITS.login). */
const A_MINUTE = { register: 20, delete: 60 }
const LIMITED = 429
/** Seconds, where a refusal names none. */
const WAIT = 5

/** Long enough where all come from one address. */
export const timeouts = {
  setupTimeout: `${60 + Math.ceil(accountsOf(shape, { count: 1 }) / A_MINUTE.register) * 60}s`,
  teardownTimeout: `${60 + Math.ceil(accountsOf(shape, { count: 1 }) / A_MINUTE.delete) * 60}s`,
}

/** @returns the accounts of this k6; undefined where a file has them @throws Error that says what to do */
export function setup(): Registered | undefined {
  checkArchive()
  warnOfOneAddress()
  const segment = ownSegment()
  const { accounts } = shareOf(shape, segment)
  const addressOf = (nth: number) => FIRST_OF_ACCOUNTS + positionOf(shape, segment, nth)
  if (!fileAccounts) return { segment, accounts: registerAccounts(accounts, addressOf) }
  checkFile(fileAccounts, segment)
  return undefined
}

/** Deletes what `setup()` has registered, also after Ctrl-C. */
export function teardown(registered: Registered | undefined): void {
  if (registered) deleteAccounts(registered.accounts, (nth) => FIRST_OF_ACCOUNTS + positionOf(shape, registered.segment, nth))
}

function checkFile(accounts: readonly OwnedAccount[], segment: Segment): void {
  const { accountsFile, url } = settings
  const needed = accountsOf(shape, segment)
  if (accounts.length < needed) throw new Error(`${accountsFile} has ${accounts.length} accounts, this load needs ${needed}.`)
  const answer = send('user', 'GET', '/api/user', undefined, accounts[positionOf(shape, segment, 0)]?.cookie)
  if (answer.status !== 200) throw new Error(`The accounts of ${accountsFile} are not signed in at ${url}: ${codeOf(answer)}.`)
}

/** The options of an archive are those of its making, but the script reads SCENARIO, PROFILE and SECONDS again. */
function checkArchive(): void {
  const made = Object.values(exec.test.options.scenarios ?? {})[0]?.tags?.load
  if (made !== settings.label)
    throw new Error(
      `This archive is of the load "${made}", not of "${settings.label}": SCENARIO, PROFILE and SECONDS are fixed by k6 archive.`,
    )
}

/** k6 has `localIPs` among its options, which its types do not. */
function warnOfOneAddress(): void {
  const { localIPs }: Readonly<Record<string, unknown>> = { ...exec.test.options }
  if (!settings.forwardedFrom && !localIPs)
    console.warn('All users have one address, and limits count by address: use --local-ips or FORWARDED_FROM for more than a smoke test.')
}

type AddressOf = (nth: number) => number

function registerAccounts(count: number, addressOf: AddressOf): OwnedAccount[] {
  const password = passwordOf(uniqueText())
  const accounts: OwnedAccount[] = []
  const requestOf = (_one: unknown, offset: number) => ({
    method: 'POST',
    url: `${settings.url}/api/register`,
    body: JSON.stringify(registrationOf(uniqueText(), password)),
    params: paramsOf('register', '', addressOf(accounts.length + offset)),
  })
  while (accounts.length < count) {
    const answers = http.batch(Array.from({ length: Math.min(AT_ONCE, count - accounts.length) }, requestOf))
    const wait = waitOf(answers)
    accounts.push(...answers.filter(({ status }) => status === 201).map((answer) => accountOf(answer, password)))
    if (wait.refusal) {
      deleteAccounts(accounts, addressOf)
      throw new Error(`The accounts could not be registered at ${settings.url}: ${wait.refusal}`)
    }
    if (wait.seconds > 0) pause(`${accounts.length} of ${count} accounts are registered`, wait.seconds)
  }
  return accounts
}

function deleteAccounts(accounts: readonly OwnedAccount[], addressOf: AddressOf): void {
  const requestOf = ({ account: { password, cookie }, nth }: { readonly account: OwnedAccount; readonly nth: number }) => ({
    method: 'DELETE',
    url: `${settings.url}/api/user`,
    body: JSON.stringify({ password }),
    params: paramsOf('delete', cookie, addressOf(nth)),
  })
  let left = accounts.map((account, nth) => ({ account, nth }))
  while (left.length > 0) {
    const sent = left.slice(0, AT_ONCE)
    const answers = http.batch(sent.map(requestOf))
    const refused = answers.find(({ status }) => status !== 204 && status !== LIMITED)
    if (refused) console.warn(`An account remains at ${settings.url}: ${codeOf(refused)}`)
    const limited = answers.find(({ status }) => status === LIMITED)
    left = [...sent.filter((_one, index) => answers[index]?.status === LIMITED), ...left.slice(AT_ONCE)]
    if (limited) pause(`${accounts.length - left.length} of ${accounts.length} accounts are deleted`, secondsOf(limited))
  }
}

/** @returns the seconds until refused registrations may be sent again, or what else was answered */
function waitOf(answers: readonly Answer[]): { readonly seconds: number; readonly refusal?: string } {
  const refused = answers.filter(({ status }) => status !== 201)
  const other = refused.find(({ status }) => status !== LIMITED)
  if (other) return { seconds: 0, refusal: codeOf(other) }
  if (refused.length > 0 && settings.forwardedFrom)
    return { seconds: 0, refusal: 'all users count as one (429). The ingress has to pass on X-Forwarded-For from this machine.' }
  return { seconds: Math.max(0, ...refused.map(secondsOf)) }
}

const secondsOf = ({ headers }: Answer): number => Number(headers['Retry-After']) || WAIT

function pause(done: string, seconds: number): void {
  console.log(`${done}; one address has to wait ${seconds} s. FORWARDED_FROM sends many addresses.`)
  sleep(seconds)
}

function accountOf(answer: Answer, password: string): OwnedAccount {
  const { id, username, qrCodeId } = JSON.parse(answer.body ?? '') as { id: number; username: string; qrCodeId: string }
  const cookie = Object.values(answer.cookies)
    .map(([one]) => `${one?.name}=${one?.value}`)
    .join('; ')
  return { id, username, qrCodeId, cookie, password }
}

/** @returns 24 hexadecimal digits */
const uniqueText = (): string => Array.from(new Uint8Array(randomBytes(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')
