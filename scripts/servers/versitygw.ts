/** versitygw, a real S3 server over a folder (record 0012): the tests' object store, built once from the Go module proxy. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { waitForLock } from '../bootstrap/lock.mjs'
import { cacheFolder } from './cache.ts'
import { findGo } from './go.ts'
import { type Server, StartError } from './server.ts'
import { SpawnedServer } from './spawned-server.ts'
import { endingWithUs } from './unprivileged.ts'
import type { Version } from './versions.ts'

const run = promisify(execFile)

const MODULE = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0'
/** The Go version that its go.mod requires. */
const LEAST_GO: Version = [1, 25]
const BUILD_MS = 900_000

/** @returns the cached program, built if missing @throws StartError with what to install */
export async function findVersitygw(say: (line: string) => void = () => undefined): Promise<string> {
  const version = MODULE.slice(MODULE.indexOf('@') + 1)
  const folder = join(cacheFolder(), `versitygw-${version}-${process.platform}-${process.arch}`)
  const program = join(folder, 'versitygw')
  if (existsSync(program)) return program
  const lock = await waitForLock(folder, () => say('waiting for another start that builds versitygw'))
  try {
    if (!existsSync(program)) await build(folder, say)
  } finally {
    await lock.release()
  }
  return program
}

async function build(folder: string, say: (line: string) => void): Promise<void> {
  const part = `${folder}.part`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true })
  const go = await findGo(say, { least: LEAST_GO })
  say(`building ${MODULE}`)
  try {
    await run(go.command, ['install', '-trimpath', '-buildvcs=false', '-ldflags=-s -w', MODULE], {
      env: { ...go.env, GOBIN: part },
      timeout: BUILD_MS,
      maxBuffer: 32 << 20,
    })
  } catch (error) {
    throw new StartError(`versitygw could not be built: ${String((error as { stderr?: string }).stderr ?? error).slice(-600)}`)
  }
  renameSync(part, folder)
}

export type S3Server = Server & { readonly accessKey: string; readonly secretKey: string; readonly bucket: string }

/** Starts an empty store with one bucket on a free loopback port. */
export async function startVersitygw(options: { readonly dir: string; readonly say?: (line: string) => void }): Promise<S3Server> {
  const { dir } = options
  const [accessKey, secretKey, bucket] = ['doorbell', 'a secret of the tests', 'files']
  for (const folder of [join('store', bucket), 'facts']) mkdirSync(join(dir, folder), { recursive: true, mode: 0o700 })
  const command = await findVersitygw(options.say)
  const server = await SpawnedServer.start({
    name: 'versitygw',
    logFolder: dir,
    stopSignal: 'SIGTERM',
    url: (port) => `http://127.0.0.1:${port}`,
    // Metadata in its own folder, because not every file system has extended attributes.
    launch: (port) =>
      endingWithUs(
        {
          command,
          args: ['--port', `127.0.0.1:${port}`, 'posix', '--sidecar', join(dir, 'facts'), join(dir, 'store')],
          cwd: dir,
          env: { ...process.env, ROOT_ACCESS_KEY: accessKey, ROOT_SECRET_KEY: secretKey },
        },
        'TERM',
      ),
    answers: (port) =>
      fetch(`http://127.0.0.1:${port}/${bucket}`).then(
        ({ status }) => status === 403,
        () => false,
      ),
  })
  return Object.assign(server, { accessKey, secretKey, bucket })
}
