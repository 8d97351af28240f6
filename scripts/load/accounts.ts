/** The residents of a load: registered through the public API, kept in the cache for the next run, and deleted on request. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { cacheFolder } from '../servers/cache.ts'
import { StartError } from '../servers/server.ts'
import { HttpClient, HttpError } from '../testing/http-client.ts'
import { type AccountSet, type LoadAccount, passwordOf, registrationOf } from './account-set.ts'
import { addressAt, FIRST_OF_ACCOUNTS } from './addresses.ts'
import type { Senders } from './options.ts'

/** How the accounts of a run were made. */
export type Preparation = { readonly seconds: number; readonly reused: number; readonly signedIn: number; readonly registered: number }

const AT_ONCE = 8
/** The file is written this often, so that an interrupted preparation can be continued or removed. */
const SAVE_EVERY = 200
/** Seconds, where a refusal names none. */
const WAIT = 5

/** @returns the file that keeps the accounts of a product */
export function accountsFile(url: string): string {
  return join(cacheFolder(), 'load', `accounts-${new URL(url).host.replaceAll(/[^\w.-]/g, '-')}.json`)
}

/** @returns the kept accounts; undefined if there are none */
export function readAccounts(url: string): AccountSet | undefined {
  try {
    return JSON.parse(readFileSync(accountsFile(url), 'utf8')) as AccountSet
  } catch {
    return undefined
  }
}

/** @param accounts has holes where a preparation failed */
function saveAccounts(url: string, password: string, accounts: readonly LoadAccount[]): void {
  mkdirSync(join(cacheFolder(), 'load'), { recursive: true, mode: 0o700 })
  writeFileSync(accountsFile(url), JSON.stringify({ password, accounts: accounts.filter(Boolean) } satisfies AccountSet), { mode: 0o600 })
}

/**
 * Makes sure that so many residents exist and are signed in. Kept ones are used again after a request with their session; if the first
 * is unknown, the product is another one and all are registered again.
 * @throws StartError if the product does not answer or refuses
 */
export async function prepareAccounts(
  url: string,
  senders: Senders,
  count: number,
  say: (line: string) => void,
): Promise<AccountSet & { readonly preparation: Preparation }> {
  const began = Date.now()
  const kept = readAccounts(url)
  const first = kept?.accounts[0]
  const known =
    kept && first && (await revive(clientOf(url, senders, 0), kept.password, first).catch(explain(url, senders))) ? kept : undefined
  const password = known?.password ?? passwordOf(randomBytes(12).toString('base64url'))
  const accounts = [...(known?.accounts ?? [])]
  const counts = { reused: 0, signedIn: 0, registered: 0 }
  const prepareOne = async (index: number) => {
    const client = clientOf(url, senders, index)
    try {
      const account = accounts[index]
      const revived = account && (await revive(client, password, account))
      accounts[index] = revived?.account ?? (await register(client, password))
      counts[revived?.how ?? 'registered'] += 1
    } finally {
      await client.close()
    }
  }
  for (let from = 0; from < count; from += AT_ONCE) {
    const group = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, offset) => prepareOne(from + offset))
    const failed = (await Promise.allSettled(group)).find((one) => one.status === 'rejected')
    // Also after a failure, so that registered accounts can be removed.
    if (failed || from % SAVE_EVERY === 0) saveAccounts(url, password, accounts)
    if (failed) explain(url, senders)(failed.reason)
    if (from % SAVE_EVERY === 0) say(`accounts: ${Math.min(count, from + AT_ONCE)} of ${count}`)
  }
  saveAccounts(url, password, accounts)
  return { password, accounts: accounts.slice(0, count), preparation: { seconds: (Date.now() - began) / 1_000, ...counts } }
}

/** Checked first, before k6 is found or built. @throws StartError if no product answers */
export async function checkProduct(url: string, senders: Senders): Promise<void> {
  const client = clientOf(url, senders, 0)
  try {
    await client.http('/api/user').catch(explain(url, senders))
  } finally {
    await client.close()
  }
}

const clientOf = (url: string, { by, insecure, range }: Senders, index: number) =>
  new HttpClient(url, addressAt(range, FIRST_OF_ACCOUNTS + index), { by, insecure })

/** @returns the account with a session that is good; undefined if the product does not know it */
async function revive(client: HttpClient, password: string, account: LoadAccount) {
  client.keepCookies(account.cookie.split('; '))
  const { status, body } = await client.http('/api/user')
  if (status === 200) return { how: 'reused', account: { ...accountOf(client, body as SignedIn) } } as const
  client.cookies.clear()
  try {
    const user = await client.call('auth.login', { username: account.username, password })
    return { how: 'signedIn', account: accountOf(client, user) } as const
  } catch (error) {
    if (error instanceof HttpError && error.code === 'credentials_wrong') return undefined
    throw error
  }
}

type SignedIn = { readonly id: number; readonly username: string; readonly qrCodeId: string }

const accountOf = (client: HttpClient, { id, username, qrCodeId }: SignedIn): LoadAccount => ({
  id,
  username,
  qrCodeId,
  cookie: client.cookieHeader,
})

async function register(client: HttpClient, password: string): Promise<LoadAccount> {
  return accountOf(client, await client.call('auth.register', registrationOf(randomBytes(6).toString('hex'), password)))
}

/** Codes of Node for a certificate of an authority that this machine does not know. */
const NOT_TRUSTED = /SELF_SIGNED|UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/

/** Turns a failed preparation into one sentence. */
function explain(url: string, { by }: Senders): (error: unknown) => never {
  return (error) => {
    if (error instanceof HttpError && error.status === 429 && by === 'forwarded-from')
      throw new StartError(
        `${url} refuses all users as if they were one (429): the ingress has to pass on X-Forwarded-For from this machine, ` +
          'see docs/load.md.',
      )
    if (error instanceof HttpError) throw new StartError(`The accounts could not be prepared at ${url}: ${error.message}`)
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRNOTAVAIL')
      throw new StartError('This machine cannot send from these addresses: name its own with --local-ips, or use --forwarded-from.')
    if (NOT_TRUSTED.test(code ?? ''))
      throw new StartError(`The certificate of ${url} is not trusted on this machine (${code}): add --insecure, or trust its authority.`)
    throw new StartError(`No product answers at ${url} (${code ?? message}): npm start, or name it with --url.`)
  }
}

/**
 * Each account deletes itself, as its owner would: it is closed at once, and the product deletes its rings and rows by itself.
 * The file is deleted with them.
 * @returns how many of the kept accounts there were, and how many of them the product still had @throws StartError if it does not answer
 */
export async function deleteAccounts(
  url: string,
  senders: Senders,
  say: (line: string) => void,
): Promise<{ readonly kept: number; readonly deleted: number }> {
  const { accounts = [], password = '' } = readAccounts(url) ?? {}
  let deleted = 0
  const deleteOne = async (account: LoadAccount, index: number) => {
    const client = clientOf(url, senders, index)
    try {
      if (!(await patiently(() => revive(client, password, account), say))) return
      await patiently(() => client.call('auth.delete_account', { password }), say)
      deleted += 1
    } finally {
      await client.close()
    }
  }
  for (let from = 0; from < accounts.length; from += AT_ONCE) {
    const group = accounts.slice(from, from + AT_ONCE).map((account, offset) => deleteOne(account, from + offset))
    const failed = (await Promise.allSettled(group)).find((one) => one.status === 'rejected')
    if (failed) explain(url, senders)(failed.reason)
    if (from % SAVE_EVERY === 0) say(`accounts: ${Math.min(accounts.length, from + AT_ONCE)} of ${accounts.length}`)
  }
  rmSync(accountsFile(url), { force: true })
  return { kept: accounts.length, deleted }
}

/** Repeats what is refused as too much for one address, when the refusal says. */
async function patiently<T>(act: () => Promise<T>, say: (line: string) => void): Promise<T> {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 429)) throw error
      const seconds = Number(error.answer.headers['retry-after']) || WAIT
      say(`one address has to wait ${seconds} s`)
      await pause(seconds * 1_000)
    }
  }
}
