import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Takes a lock that the kernel releases when its holder dies: a listening local socket.
 * @param {string} name what is locked, usually a real path
 * @returns {Promise<{ release(): Promise<void> } | undefined>} undefined while another process holds it
 */
export async function takeLock(name) {
  const address = addressOf(name)
  const held = await listen(address)
  if (held || address.startsWith('\0')) return held
  // A socket file outlives its holder; if nothing answers, it is stale.
  if (await answers(address)) return undefined
  rmSync(address, { force: true })
  return listen(address)
}

/**
 * Waits for a lock, polling four times a second.
 * @param {string} name
 * @param {() => void} [onWait] called once if another process holds it
 */
export async function waitForLock(name, onWait) {
  for (let tries = 0; ; tries += 1) {
    const lock = await takeLock(name)
    if (lock) return lock
    if (tries === 0) onWait?.()
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
}

/** Linux has names without files (unix(7), abstract); elsewhere a short path, since socket paths end at 104 bytes. */
function addressOf(/** @type {string} */ name) {
  const key = `digital-doorbell-${createHash('sha256').update(name).digest('hex').slice(0, 24)}`
  return process.platform === 'linux' ? `\0${key}` : join(tmpdir(), `${key}.sock`)
}

function listen(/** @type {string} */ address) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', (error) => (/** @type {any} */ (error).code === 'EADDRINUSE' ? resolve(undefined) : reject(error)))
    server.listen(address, () => {
      server.unref()
      resolve({
        release: () => new Promise((done) => server.close(() => done(undefined))),
      })
    })
  })
}

function answers(/** @type {string} */ address) {
  return new Promise((resolve) => {
    const socket = connect(address)
    socket.once('connect', () => resolve(socket.destroy() && true))
    socket.once('error', () => resolve(false))
  })
}
