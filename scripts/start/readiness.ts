import { request as send } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { StartError } from '../servers/server.ts'

const POLL_MS = 50

/**
 * Waits until the gateway reports that every service is ready.
 * @throws StartError naming the services that are not
 */
export async function untilReady(port: number, withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs
  let said = 'the gateway does not answer'
  while (Date.now() < deadline) {
    const { status, body } = await ask(port)
    if (status === 200) return
    if (body) said = body
    await wait(POLL_MS)
  }
  throw new StartError(`Not ready after ${withinMs / 1000} s: ${said}`)
}

function ask(port: number): Promise<{ status?: number | undefined; body?: string }> {
  return new Promise((resolve) => {
    const request = send({ host: '127.0.0.1', port, path: '/readyz', headers: { host: `localhost:${port}` }, timeout: 5_000, agent: false })
    request.on('error', () => resolve({})).on('timeout', () => request.destroy())
    request.on('response', async (response) => {
      let body = ''
      for await (const chunk of response.setEncoding('utf8')) body += chunk
      resolve({ status: response.statusCode, body })
    })
    request.end()
  })
}
