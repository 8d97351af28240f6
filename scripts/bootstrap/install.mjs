import { spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identify } from './identity.mjs'
import { waitForLock } from './lock.mjs'

/** How often a long installation prints that it is still running. */
const SAY_MS = 15_000
/** Packages that contain a Node. */
const OWN_NODE = /^node_modules\/node-(bin-)?(linux|darwin)-/
/** The folder in which processes of this tree register; npm ci removes it with everything else. */
const running = (/** @type {string} */ root) => join(root, 'node_modules', '.running')

/**
 * Installs the dependencies unless the installed ones match the lock file, for example after a manual `npm ci`. A start waits only for its
 * run-time dependencies; the first command that needs the builders' tools (devDependencies) adds them, also beside a running product.
 * @param {string} root the tree's root
 * @param {{ tools: boolean, ownNode: boolean }} needs `ownNode`: no other Node of this machine is new enough
 * @throws Error with one sentence if a product runs from the tree or npm fails
 */
export async function installDependencies(root, needs) {
  if (isInstalled(root, needs)) return
  const lock = await waitForLock(`install:${root}`, () => console.log('waiting for another start that installs the dependencies'))
  try {
    if (isInstalled(root, needs)) return
    if (needs.tools && isInstalled(root, { ...needs, tools: false })) {
      // Adds what is missing and touches nothing else; `npm ci` would begin with removing everything.
      await install(root, 'the tools for builders', ['install', '--no-save', ...argumentsFor(needs)])
      return
    }
    const user = findRunning(root)
    if (user) throw new Error(`The lock file has changed, but process ${user} runs from this folder: stop it, then start again.`)
    // A machine that has the tools keeps them.
    await install(root, 'the dependencies', ['ci', ...argumentsFor({ ...needs, tools: needs.tools || hasTools(root) })])
  } finally {
    await lock.release()
  }
}

/** The package of Node is a workspace of its own (scripts/bootstrap/node), because npm can leave out a workspace. */
const argumentsFor = (/** @type {{ tools: boolean, ownNode: boolean }} */ { tools, ownNode }) => [
  // Our own Node satisfies packages that require a newer one, so npm's warnings about the system's Node are misleading.
  '--loglevel=error',
  ...(tools ? [] : ['--omit=dev']),
  ...(ownNode ? [] : ['--workspaces=false']),
]

async function install(/** @type {string} */ root, /** @type {string} */ what, /** @type {string[]} */ args) {
  const from = Date.now()
  console.log(`installing ${what} (npm ${args[0]})`)
  const waiting = setInterval(() => console.log(`still installing, ${Math.round((Date.now() - from) / 1000)} s`), SAY_MS)
  await npm(root, args).finally(() => clearInterval(waiting))
  console.log(`installed in ${((Date.now() - from) / 1000).toFixed(1)} s`)
}

/**
 * Compares the lock file with npm's own record of what it installed: version and integrity of every package.
 * @param {string} root
 * @param {{ tools: boolean, ownNode: boolean }} needs
 */
export function isInstalled(root, { tools, ownNode }) {
  const wanted = readPackages(join(root, 'package-lock.json'))
  const present = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (!wanted || !present) return false
  if (ownNode && !Object.keys(present).some((path) => OWN_NODE.test(path))) return false
  return Object.entries(wanted).every(([path, want]) => {
    // The tree itself, and its workspace.
    if (!path.startsWith('node_modules/') || want.link) return true
    const have = present[path]
    // Packages for other platforms are optional and absent.
    if (!have) return want.optional === true || want.devOptional === true || (want.dev === true && !tools)
    return have.version === want.version && have.integrity === want.integrity
  })
}

/** @param {string} root */
export function hasTools(root) {
  return Object.values(readPackages(join(root, 'node_modules', '.package-lock.json')) ?? {}).some(({ dev }) => dev === true)
}

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, dev?: boolean, devOptional?: boolean, link?: boolean }} Package
 * @returns {Record<string, Package> | undefined}
 */
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
