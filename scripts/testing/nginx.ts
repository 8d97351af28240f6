/** A real nginx in front of the product: on PATH, or Debian's package unpacked into the cache. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasApt, unpackDebian } from '#scripts/servers/debian-packages.ts'
import { freePort } from '#scripts/servers/ports.ts'
import { StartError } from '#scripts/servers/server.ts'
import { eventually } from './wait.ts'

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/local/bin/nginx', '/opt/homebrew/bin/nginx']
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @throws StartError with what to install */
async function findNginx(): Promise<{ readonly path: string; readonly env: NodeJS.ProcessEnv }> {
  const installed = PLACES.find((path) => existsSync(path))
  if (installed) return { path: installed, env: process.env }
  if (await hasApt()) {
    const { folder, libraries } = await unpackDebian('nginx-light', () => undefined)
    return { path: join(folder, 'usr', 'sbin', 'nginx'), env: { ...process.env, LD_LIBRARY_PATH: libraries } }
  }
  throw new StartError('nginx is needed for this test: please install it (apt-get install nginx-light, brew install nginx).')
}

export type Nginx = { readonly port: number; stop(): Promise<void> }

/**
 * Starts nginx on a loopback port.
 * @param location what stands in `location / { … }`
 */
export async function startNginx(location: string): Promise<Nginx> {
  const { path, env } = await findNginx()
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  await mkdir(join(folder, 'tmp'))
  const port = await freePort()
  const temporary = TEMPORARY.map((name) => `${name}_temp_path ${folder}/tmp/${name};`).join(' ')
  const server = `server { listen 127.0.0.1:${port}; location / { ${location} } }`
  const config = `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log; events {}
http { access_log off; ${temporary} ${server} }`
  await writeFile(join(folder, 'nginx.conf'), config)
  const child = spawn(path, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], { env, stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await eventually('nginx to listen', () => isOpen(port))
  } catch (error) {
    const said = await readFile(join(folder, 'error.log'), 'utf8').catch(() => '')
    await stop()
    throw new Error(`nginx did not start: ${said}`, { cause: error })
  }
  return { port, stop }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.once('connect', () => socket.destroy()).once('error', () => resolve(false))
  })
}
