/**
 * `npm run admin -- check-media [--json]`. The product is that of DATA_DIR on this machine, or that of PUBLIC_URL (GATEWAY_URL: its
 * gateway's address from here). Its account gets Premium by the operator's NATS user if that is the same product's, else by hand.
 */
import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import { systemCaller } from '#kit/handlers.ts'
import { StartError } from '../../servers/server.ts'
import { inTime } from '../../testing/wait.ts'
import { connectToProduct, readConnection } from '../connection.ts'
import { type ApiAddress, TemporaryAccount } from '../temporary-account.ts'
import type { LocalContext } from '../verbs.ts'
import { checkMedia } from './check-media.ts'
import type { MediaReport } from './paths.ts'
import { linesOf } from './report.ts'

const BY = 'check-media'
const CALLER = systemCaller('admin')
const GRANTED = { patienceMs: 9_000, everyMs: 250 } as const
const BY_HAND = { patienceMs: 5 * 60_000, everyMs: 2_000 } as const
/** Milliseconds: of a registration, as long as the gateway waits for it, and of everything after it, unless Premium is given by hand. */
const REGISTER_MS = 10_000
const CHECK_MS = 15_000
const OPENED = 'the address that visitors open, such as https://bell.example.org'
const RUNBOOK = 'docs/runbooks/calls-do-not-connect.md says what to do.'
const FROM_OUTSIDE =
  'This was checked on the product’s own side. What a firewall lets in from outside, another machine can say: ' +
  'PUBLIC_URL=https://… npm run admin -- check-media'

type Product = {
  readonly api: ApiAddress
  /** The check runs on a machine or in a network of the product itself. */
  readonly isInside: boolean
}

/** @returns the exit status: 1 if calls do not work from here */
export async function checkMediaCommand({ root, env, args, print, note }: LocalContext): Promise<number> {
  const product = productOf(root, env)
  const bus = await connectIfKnown(root, env)
  try {
    const report = await checkWithAccount(product, bus, note)
    if (args.includes('--json')) print(JSON.stringify(report))
    else for (const line of [...linesOf(report), ...hintsOf(report, product)]) print(line)
    return report.works ? 0 : 1
  } finally {
    await bus?.close()
  }
}

/** @throws StartError when neither the environment nor DATA_DIR names one */
export function productOf(root: string, env: NodeJS.ProcessEnv): Product {
  const { PUBLIC_URL, GATEWAY_URL, NATS_URL } = env
  if (PUBLIC_URL && !URL.canParse(PUBLIC_URL)) throw new StartError(`PUBLIC_URL is no address: it is ${OPENED}.`)
  if (PUBLIC_URL && GATEWAY_URL) return { api: { url: GATEWAY_URL, host: new URL(PUBLIC_URL).host }, isInside: true }
  if (PUBLIC_URL) return { api: { url: PUBLIC_URL }, isInside: false }
  if (NATS_URL)
    throw new StartError(
      `Set PUBLIC_URL: it is ${OPENED}. In a cluster \`helm test\` makes this check from inside, and this command on another machine ` +
        'from outside.',
    )
  return { api: { url: readConnection(root, env).url }, isInside: true }
}

/** @returns undefined if neither NATS_URL nor a running product of DATA_DIR says where NATS is @throws StartError if it does not answer */
async function connectIfKnown(root: string, env: NodeJS.ProcessEnv): Promise<Bus | undefined> {
  if (!env.NATS_URL)
    try {
      readConnection(root, env)
    } catch (error) {
      if (error instanceof StartError) return undefined
      throw error
    }
  return connectToProduct(root, env)
}

/** The account is deleted in the end, also after a failure and an interruption. @throws StartError */
async function checkWithAccount({ api }: Product, bus: Bus | undefined, note: (line: string) => void): Promise<MediaReport> {
  const interrupted = rejectWhenInterrupted()
  const account = await registerAt(api)
  const { id: userId, username } = account.resident.user
  let operator: Bus | undefined
  try {
    operator = bus && (await isOfProduct(bus, account)) ? bus : undefined
    if (operator) await operator.call('billing.grant', { userId, by: BY }, { caller: CALLER })
    else for (const line of askForPremium(username)) note(line)
    const checking = operator
      ? inTime('calls to be checked', checkMedia(account, api, GRANTED), CHECK_MS)
      : checkMedia(account, api, BY_HAND)
    return await Promise.race([checking, interrupted])
  } catch (error) {
    throw sentenceOf(error)
  } finally {
    // Deleting the account ends its grant too.
    await operator?.call('billing.revoke_grant', { userId, by: BY }, { caller: CALLER }).catch(() => undefined)
    await account.delete().catch(() => note(`The account ${username} could not be deleted: npm run admin -- delete-user ${username} --yes`))
    await account.resident.leave()
  }
}

/** Errors of the product and of time are sentences: the answer in an HttpError contains cookies. A mistake of ours keeps its stack. */
function sentenceOf(error: unknown): unknown {
  return error instanceof Error && !(error instanceof TypeError) ? new StartError(error.message) : error
}

async function registerAt(api: ApiAddress): Promise<TemporaryAccount> {
  try {
    return await inTime('the answer', TemporaryAccount.register(api, 'media-check'), REGISTER_MS)
  } catch (error) {
    throw new StartError(`${new URL(api.url).host} makes no account: ${(error as Error).message}`)
  }
}

/** NATS may be that of another product, such as one on this machine. */
async function isOfProduct(bus: Bus, { resident }: TemporaryAccount): Promise<boolean> {
  try {
    const { id } = await bus.call('auth.find_user', { username: resident.user.username }, { caller: CALLER })
    return id === resident.user.id
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

const askForPremium = (username: string) => [
  `The account ${username} needs Premium for this check, and is deleted after it. On the server, within five minutes:`,
  `  npm run admin -- grant-premium ${username}`,
  `  docker compose run --rm operator grant-premium ${username}          (on one host)`,
  `  kubectl exec deploy/<release>-doorbell-operator -- node scripts/admin.ts grant-premium ${username}          (in a cluster)`,
]

/** A second interruption ends the process at once. */
function rejectWhenInterrupted(): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => reject(new StartError('Interrupted.')))
  // It may come before anything waits for it.
  promise.catch(() => undefined)
  return promise
}

function hintsOf({ works }: MediaReport, { isInside }: Product): string[] {
  return [...(works ? [] : [RUNBOOK]), ...(isInside ? [FROM_OUTSIDE] : [])]
}
