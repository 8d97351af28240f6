/** Started as root, the services and the media worker run as "nobody", because they parse untrusted input. */
import { execFile } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, lchownSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isRoot, NOBODY } from '../servers/unprivileged.ts'

const run = promisify(execFile)
const PROBE_MS = 10_000

export type Account = { readonly uid: number; readonly gid: number }

const ROOT_ACCOUNT: Account = { uid: 0, gid: 0 }

export type Needs = {
  readonly port: number
  /** Files and folders that the services read. */
  readonly read: readonly string[]
  /** Folders that they must be able to reach. */
  readonly reach: readonly string[]
}

/** A sample file of each part of the tree: a user who may read these may read the rest. */
export function serviceNeeds(root: string, folder: string, port: number): Needs {
  const sources = [
    'package.json',
    'node_modules/mediasoup/package.json',
    'proto/operations/index.ts',
    'services/kit/src/log.ts',
    'web/dist',
  ]
  const front = 'scripts/start/front/main.ts'
  const made = readdirSync(join(root, 'services')).map((name) => join('services', name, 'dist', 'main.js'))
  const read = [...sources, front, ...made].map((path) => join(root, path)).filter(existsSync)
  return { port, read, reach: [folder] }
}

/** Tries what the services need to do, as their user. @returns the reason of a failure, or undefined */
const PROBE = `
const { accessSync, constants } = require('node:fs')
const { port, read, reach } = JSON.parse(process.argv[1])
const refuse = ({ message }) => { console.error(message); process.exit(1) }
try {
  for (const path of read) accessSync(path, constants.R_OK)
  for (const path of reach) accessSync(path, constants.F_OK)
} catch (error) { refuse(error) }
require('node:net').createServer().on('error', refuse).listen(port, '127.0.0.1', () => process.exit(0))
`

/**
 * Decides by trying, because file modes, access lists, containers that cannot change the uid and privileged ports all matter.
 * @param say receives one sentence if they must stay root
 * @returns undefined if the services run as the user who started the product
 */
export async function chooseAccount(needs: Needs, say: (line: string) => void): Promise<Account | undefined> {
  if (!isRoot()) return undefined
  const account = { uid: NOBODY, gid: NOBODY }
  try {
    await run(process.execPath, ['-e', PROBE, JSON.stringify(needs)], { ...account, cwd: '/', env: {}, timeout: PROBE_MS })
    return account
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string }
    say(`the services run as root, which is not safe: another user could not run them (${stderr?.trim() || message})`)
    return undefined
  }
}

/**
 * Changes the owner of a folder recursively to the services' user. The folder itself changes last, so that an interrupted change is
 * repeated at the next start.
 */
export function giveFolder(folder: string, account: Account | undefined): void {
  if (!isRoot()) return
  const { uid, gid } = account ?? ROOT_ACCOUNT
  if (lstatSync(folder).uid === uid) return
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) lchownSync(join(folder, entry), uid, gid)
  chownSync(folder, uid, gid)
}

/** Changes the owner of single files; their folder stays ours and may be traversed but not listed. */
export function giveFiles(files: readonly string[], { uid, gid }: Account): void {
  for (const file of files) {
    chownSync(file, uid, gid)
    chmodSync(dirname(file), 0o711)
  }
}

/** As root, does the work as the account that owns the folder, so that the services may read and replace what is written there. */
export async function asOwnerOf<T>(folder: string, work: () => Promise<T>): Promise<T> {
  if (!isRoot()) return work()
  const { uid, gid } = lstatSync(folder)
  process.setegid?.(gid)
  process.seteuid?.(uid)
  try {
    return await work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(0)
  }
}

/** Copies the media worker out of root's own cache folder: others may run it, and only root may change it. */
export function copyWorker(from: string, to: string): void {
  rmSync(to, { force: true })
  if (!existsSync(from)) return
  chmodSync(dirname(to), 0o711)
  copyFileSync(from, `${to}.new`)
  chmodSync(`${to}.new`, 0o755)
  renameSync(`${to}.new`, to)
}
