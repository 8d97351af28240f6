/** Stands between billing and the local Stripe, and compares each request and answer of the API with Stripe's specification. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { StripeValidator } from './validator.ts'

export type ComparedProxy = { readonly url: string; readonly problems: readonly string[]; readonly requests: number; stop(): Promise<void> }

/**
 * @param target where the local Stripe is now
 * @param seen takes each good answer, in the order in which the local Stripe gave them; billing gets it afterwards
 */
export async function startComparedProxy(
  validator: StripeValidator | undefined,
  target: () => string,
  seen: (to: URL, answer: unknown) => Promise<void> = async () => undefined,
): Promise<ComparedProxy> {
  const problems: string[] = []
  let requests = 0
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const body = await text(request)
    const { host: _, connection: __, 'content-length': ___, ...passed } = headers
    try {
      const to = new URL(url, target())
      if (to.pathname.startsWith('/v1/')) requests += 1
      problems.push(...(validator?.request(method, to, body) ?? []))
      const answer = await fetch(to, {
        method,
        redirect: 'manual',
        headers: passed as Record<string, string>,
        ...(method === 'POST' ? { body } : {}),
      })
      const answered = await answer.text()
      problems.push(...(validator?.answer(method, to, answer.status, JSON.parse(answered)) ?? []))
      if (answer.ok) await seen(to, JSON.parse(answered))
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answered)
    } catch {
      // Like a Stripe that is down.
      response.destroy()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    problems,
    get requests() {
      return requests
    },
    stop: async () => void server.close().closeAllConnections(),
  }
}
