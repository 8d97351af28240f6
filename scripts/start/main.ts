/** `npm start`: checks the preconditions, starts the product, and stops it or replaces its copies on a signal. */
import { closeSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { ROOT } from '../bootstrap/launch.mjs'
import { workerPath } from '../media-worker/paths.ts'
import { ffmpegPaths, ffmpegProgram } from '../servers/ffmpeg.ts'
import { portProblem } from '../servers/ports.ts'
import { StartError } from '../servers/server.ts'
import { FFMPEG, isUpdate, MEDIA_WORKER, prepareInBackground } from './background-worker.ts'
import { openBrowser } from './browser.ts'
import { openDataDir } from './data-dir.ts'
import { readOptions } from './options.ts'
import { PidFiles } from './pid-files.ts'
import { Product } from './product.ts'
import { Progress } from './progress.ts'
import { type Reload, reloadOnChange } from './reload.ts'

/** The process exits within 15 s, even if a service hangs. */
const STOP_WITHIN_MS = 14_000

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env, ROOT)
  const dataDir = await openDataDir(options.dataDir)
  const progress = new Progress()
  // Before the ports are tried: an earlier start's gateway may still have one.
  const pids = new PidFiles(dataDir.folder('run'))
  const ended = await pids.endLeftovers()
  if (ended.length > 0) progress.say(`ended what an earlier start had left: ${ended.join(', ')}`)
  await checkPort(options.port, '127.0.0.1')
  // Loaded on demand, because the certificate library takes 250 ms to load.
  const lan = options.lan ? await (await import('./lan/lan.ts')).openLan(options.port, dataDir, process.env.LAN_ADDRESSES) : undefined
  for (const address of lan?.addresses ?? []) await checkPort(options.port, address)
  const mediaWorker = process.env.MEDIASOUP_WORKER_BIN || workerPath()
  const ffmpeg = ffmpegPaths()
  const product = new Product({ root: ROOT, options, dataDir, progress, pids, mediaWorker, ffmpeg, ...(lan ? { lan } : {}) })
  if (lan) product.alsoStop(lan)
  stopOnSignal(product, progress)
  try {
    await product.start()
  } catch (error) {
    await product.stop()
    throw error
  }
  const show = (line: string) => (isUpdate(line) ? progress.update(line) : progress.say(line))
  if (!process.env.MEDIASOUP_WORKER_BIN)
    product.alsoStop(prepareInBackground(ROOT, { ...MEDIA_WORKER, path: mediaWorker }, dataDir, show, () => product.takeMediaWorker()))
  if (!process.env.FFMPEG_BIN)
    product.alsoStop(prepareInBackground(ROOT, { ...FFMPEG, path: ffmpegProgram(ffmpeg) }, dataDir, show, () => product.takeFfmpeg()))
  if (options.dev) product.alsoStop(watchSources(product, progress))
  for (const line of lan?.lines ?? []) progress.print(line)
  const mailbox = product.mailboxLine(process.stdout.isTTY === true)
  if (mailbox) progress.print(mailbox)
  progress.ready(product.url)
  if (options.openBrowser) openBrowser(product.url)
}

function watchSources(product: Product, progress: Progress): Reload {
  const restart = (names: readonly string[]) => {
    progress.say(`changed: ${names.join(', ')}`)
    product.restart(names)
  }
  return reloadOnChange(ROOT, product.services, restart, (line) => progress.say(line))
}

async function checkPort(port: number, host: string): Promise<void> {
  const problem = await portProblem(port, host)
  if (problem === 'EADDRINUSE') throw new StartError(`Port ${port} is taken: stop what uses it, or choose another with PORT=.`)
  if (problem) throw new StartError(`Port ${port} cannot be used (${problem}): choose another with PORT=.`)
}

/** Whether the terminal that it was started in has been closed, after which nothing can open it. */
function isTerminalClosed(): boolean {
  if (!process.stdin.isTTY && !process.stdout.isTTY) return false
  try {
    closeSync(openSync('/dev/tty', 'r'))
    return false
  } catch {
    return true
  }
}

/** Signals, a closed terminal and the launcher's closed pipe all stop the product; SIGHUP alone replaces its copies. */
function stopOnSignal(product: Product, progress: Progress): void {
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    progress.say('stopping')
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => fail(error),
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop)
  process.on('SIGHUP', () => {
    if (isTerminalClosed()) stop()
    else if (!stopping) void product.replace()
  })
  const { LAUNCHER_FD } = process.env
  if (LAUNCHER_FD) new Socket({ fd: Number(LAUNCHER_FD) }).on('close', stop).on('error', stop).resume().unref()
}

function fail(error: unknown): never {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}

await main().catch(fail)
