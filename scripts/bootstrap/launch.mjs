import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installDependencies, registerRun } from './install.mjs'

const MIN_NODE = [20, 19]
/** The first that runs TypeScript as we write it. */
const NEW_ENOUGH = 24
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

/**
 * Installs missing dependencies, then runs a TypeScript file of this tree: on the machine's Node if that is new enough, else on the one
 * from node_modules. If this process already uses that Node, the file runs in this process.
 * @param {string} file path from the tree's root
 * @param {string[]} args
 * @param {{ tools: boolean }} needs whether it needs the devDependencies
 */
export async function launch(file, args, { tools }) {
  try {
    checkNode()
    const machines = machinesNode()
    await installDependencies(ROOT, { tools, ownNode: machines === undefined })
    registerRun(ROOT)
    const path = join(ROOT, file)
    if (!existsSync(path)) throw new Error(`There is no ${file}.`)
    const node = machines ?? ownNode()
    if (realpathSync(node) === realpathSync(process.execPath)) {
      process.argv = [process.argv[0] ?? 'node', path, ...args]
      await import(pathToFileURL(path).href)
    } else runInNode(node, path, args)
  } catch (error) {
    console.error(error instanceof Error && error.stack && !isForPeople(error) ? error.stack : String(/** @type {Error} */ (error).message))
    process.exit(1)
  }
}

/** The Node that runs npm, if it is new enough, else this process's; npm puts one from node_modules before it on PATH. */
function machinesNode() {
  const { npm_node_execpath: path, npm_config_user_agent: agent = '' } = process.env
  const npms = Number(/\bnode\/v(\d+)/.exec(agent)?.[1])
  if (path && npms >= NEW_ENOUGH && existsSync(path)) return path
  const isOurs = realpathSync(process.execPath).startsWith(join(realpathSync(ROOT), 'node_modules'))
  return !isOurs && Number(process.versions.node.split('.')[0]) >= NEW_ENOUGH ? process.execPath : undefined
}

/** Our own errors are sentences, and node:util tells a mistyped option; any other error is printed with its stack. */
function isForPeople(/** @type {Error & { code?: unknown }} */ error) {
  const isOurs = error.constructor.name === 'StartError' || (error.constructor === Error && /^[A-Z].*\.$/.test(error.message))
  return isOurs || String(error.code).startsWith('ERR_PARSE_ARGS')
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [minMajor = 0, minMinor = 0] = MIN_NODE
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return
  throw new Error(`Node ${MIN_NODE.join('.')} or newer is needed, this is ${process.versions.node}: please install a newer one.`)
}

/** The Node that came with the dependencies. */
function ownNode() {
  const { platform, arch } = process
  const places = [`node-${platform}-${arch}/bin/node`, `node-bin-${platform}-${arch}/bin/node`, '.bin/node']
  const found = places.map((place) => join(ROOT, 'node_modules', place)).find((path) => existsSync(path))
  if (!found)
    throw new Error(`No Node ${NEW_ENOUGH} is packaged for ${platform} on ${arch}: please start with Node ${NEW_ENOUGH} or newer.`)
  return found
}

/** Forwards signals to the child; the closing pipe (fd 3) tells it when this process was killed. */
function runInNode(/** @type {string} */ node, /** @type {string} */ path, /** @type {string[]} */ args) {
  const child = spawn(node, [path, ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, LAUNCHER_FD: '3' },
  })
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.once('exit', (code, signal) => process.exit(code ?? 128 + (signal ? constants.signals[signal] : 1)))
}
