/** A local server that speaks as much of Stripe's API as billing uses, so that the product can be tried without a key. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { answerApi } from './api.ts'
import { answerPage } from './pages.ts'
import { Store } from './store.ts'
import { applyTime, ORIGIN } from './subscriptions.ts'
import { createWebhooks, type WebhookOptions } from './webhooks.ts'

export type StripeLocal = { url: string; secretKey: string; webhookSecret: string; priceId: string; stop(): Promise<void> }

/**
 * @param file holds everything: keys, objects, and webhooks that are not delivered
 * @param port on 127.0.0.1; 0 takes a free one
 * @throws StartError if the file is damaged
 */
export async function startStripeLocal({ file, port, ...options }: { file: string; port: number } & WebhookOptions): Promise<StripeLocal> {
  const store = Store.open(file, options.now)
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const webhooks = createWebhooks(store, options, url)
  server.on('request', async (request: IncomingMessage, response) => {
    try {
      const { pathname, search } = new URL(request.url ?? '/', url)
      const form = request.method === 'POST' ? await text(request) : search
      applyTime(store)
      const isApi = /^\/v\d\//.test(pathname)
      const [status, answer, headers] = isApi ? answerApi(store, request, pathname, form) : answerPage(store, pathname, form)
      // What is answered is kept: after a crash nobody knows of an object that is not there.
      store.save()
      const type = isApi ? 'application/json' : 'text/html; charset=utf-8'
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store', ...headers })
      response.end((isApi ? JSON.stringify(answer) : String(answer)).replaceAll(ORIGIN, url))
      webhooks.wake()
    } catch (error) {
      options.log(`stripe-local: request failed: ${error}`)
      response.destroy()
    }
  })
  webhooks.wake()
  const stop = async () => {
    server.close().closeAllConnections()
    await webhooks.stop()
  }
  const { secretKey, webhookSecret, priceId } = store.state
  return { url, secretKey, webhookSecret, priceId, stop }
}
