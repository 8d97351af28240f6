import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify } from './identity.mjs'
import { waitForLock } from './lock.mjs'

/** How often a long installation says that it goes on. */
const SAY_MS = 15_000
/** The folder in which processes of this tree register; npm ci removes it with everything else. */
const running = (/** @type {string} */ root) => join(root, 'node_modules', '.running')

/**
 * Installs the dependencies unless the installed ones match the lock file, for example after a manual `npm ci`.
 * @param {string} root the tree's root
 * @throws Error with one sentence if a product runs from the tree or npm fails
 */
export async function installDependencies(root) {
  if (isInstalled(root)) return
  const lock = await waitForLock(`install:${root}`, () => console.log('waiting for another start that installs the dependencies'))
  try {
    if (isInstalled(root)) return
    const user = findRunning(root)
    if (user) throw new Error(`The lock file has changed, but process ${user} runs from this folder: stop it, then start again.`)
    const from = Date.now()
    console.log('installing the dependencies (npm ci)')
    // Our own Node satisfies packages that require a newer one, so npm's warnings about the system's Node are misleading.
    const waiting = setInterval(() => console.log(`still installing, ${Math.round((Date.now() - from) / 1000)} s`), SAY_MS)
    await npm(root, ['ci', '--loglevel=error']).finally(() => clearInterval(waiting))
    console.log(`dependencies installed in ${((Date.now() - from) / 1000).toFixed(1)} s`)
  } finally {
    await lock.release()
  }
}

/** Compares the lock file with npm's own record of what it installed: version and integrity of every package. */
export function isInstalled(/** @type {string} */ root) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, want]) => {
    if (path === '') return true
    const have = present[path]
    // Packages for other platforms are optional and absent.
    if (!have) return want.optional === true || want.devOptional === true
    return have.version === want.version && have.integrity === want.integrity
  })
}

/** @returns {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }> | undefined} */
function readPackages(/** @type {string} */ file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/**
 * Registers this process as running from the tree, until it ends.
 * @param {string} root
 */
export function registerRun(root) {
  const me = identify(process.pid)
  const file = join(running(root), String(process.pid))
  try {
    mkdirSync(running(root), { recursive: true })
    writeFileSync(file, JSON.stringify(me))
  } catch {
    return // A read-only tree cannot be reinstalled either.
  }
  process.once('exit', () => rmSync(file, { force: true }))
}

/** @returns the pid of a process that runs from this tree */
function findRunning(/** @type {string} */ root) {
  let names
  try {
    names = readdirSync(running(root))
  } catch {
    return undefined
  }
  return names.find((name) => {
    const noted = JSON.parse(readFileSync(join(running(root), name), 'utf8'))
    const now = identify(Number(name))
    return now !== undefined && now.started === noted?.started
  })
}

/** Runs npm on the Node that npm itself runs on, never on the one inside node_modules that it is about to replace. */
function npm(/** @type {string} */ root, /** @type {string[]} */ args) {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const [command, first] = cli && node ? [node, [cli]] : ['npm', []]
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => reject(new Error('npm could not be started: please install npm.')))
    child.once('exit', (code) => (code === 0 ? resolve(undefined) : reject(new Error(`npm ${args[0]} failed: see the lines above.`))))
  })
}
