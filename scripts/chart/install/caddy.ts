/** An ingress for the test: Caddy with its own certificate, in front of the gateway's Service. */
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request } from 'undici'
import { freePort } from '../../servers/ports.ts'
import { eventually } from '../../testing/wait.ts'
import { run } from './cluster.ts'

export type Ingress = {
  /** For clients that check no certificate: the same host and the same way to the gateway, without TLS. */
  readonly plainUrl: string
  stop(): Promise<void>
}

/**
 * @param publicUrl what browsers open; its name has to lead to this machine
 * @param gateway host:port of the gateway
 * @param plainPort of an earlier ingress, so that its clients continue
 * @throws StartError that says how to get Caddy
 */
export async function startCaddy(publicUrl: string, gateway: string, plainPort?: number): Promise<Ingress> {
  await run('caddy', ['version'], process.env)
  const { host, port } = new URL(publicUrl)
  const plain = plainPort ?? (await freePort())
  const folder = await mkdtemp(join(tmpdir(), 'caddy-'))
  // Retries for a short while, as an ingress does for a pod that has just ended.
  const proxy = `reverse_proxy ${gateway} {
    lb_try_duration 2s
    header_up Host ${host}
    header_up X-Forwarded-Proto https
  }`
  const config = `{
  admin off
  skip_install_trust
  auto_https disable_redirects
  storage file_system ${folder}/storage
}
https://${host} {
  bind 127.0.0.1
  tls internal
  ${proxy}
}
http://:${plain} {
  bind 127.0.0.1
  ${proxy}
}
`
  await writeFile(join(folder, 'Caddyfile'), config)
  const child = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk).slice(-4000)
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  const plainUrl = `http://127.0.0.1:${plain}`
  try {
    await eventually(`Caddy at ${port}`, async () => (await request(`${plainUrl}/readyz`, { headers: { host } })).statusCode === 200)
  } catch (error) {
    await stop()
    throw new Error(`Caddy does not lead to the gateway at ${gateway}: ${said}`, { cause: error })
  }
  return { plainUrl, stop }
}
