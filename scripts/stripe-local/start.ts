/** A local server with the part of Stripe's API that billing uses, so that the product can be tried without a key. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { isLoopbackHost } from '#kit/loopback.ts'
import { answerApi } from './api.ts'
import { answerPage } from './pages.ts'
import { Store } from './store.ts'
import { applyTime, ORIGIN } from './subscriptions.ts'
import { createWebhooks, type WebhookOptions } from './webhooks.ts'

export type StripeLocal = { url: string; secretKey: string; webhookSecret: string; priceId: string; stop(): Promise<void> }

/**
 * @param file contains everything: keys, objects, undelivered webhooks, and the port, so that stored links stay valid
 * @throws StartError if the file is damaged
 */
export async function startStripeLocal({ file, ...options }: { file: string } & WebhookOptions): Promise<StripeLocal> {
  const store = new Store(file, options.now)
  const app = express()
    .set('query parser', 'extended')
    .use(express.urlencoded({ extended: true }))
  const server = createServer({ keepAliveTimeout: 60_000 }, app)
  const listen = (port: number) => once(server.listen(port, '127.0.0.1'), 'listening')
  await listen(store.state.port).catch(() => listen(0))
  store.state.port = (server.address() as AddressInfo).port
  store.save()
  const url = `http://127.0.0.1:${store.state.port}`
  const webhooks = createWebhooks(store, options, url)
  // A form's answer may lead back to the product.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${new URL(options.publicUrl).origin}`
  // `no-referrer` would hide a form's Origin.
  const safe = { 'cache-control': 'no-store', 'content-security-policy': policy, 'referrer-policy': 'same-origin' }
  // Pages of other sites can neither read this one, by a name that resolves to this machine, nor press a button.
  app.use(({ headers: { host, origin } }, response, next) => {
    if (!isLoopbackHost(host?.replace(/:\d+$/, '') ?? '')) response.sendStatus(421)
    else if (origin !== undefined && origin !== `http://${host}`) response.sendStatus(403)
    else next()
  })
  app.use((request, response) => {
    applyTime(store)
    const isApi = /^\/v\d\//.test(request.path)
    const [status, answer, headers] = isApi ? answerApi(store, request) : answerPage(store, request.path, request.body)
    // Answered requests are stored: after a crash no client has an object that does not exist.
    store.save()
    response.status(status).set({ ...safe, ...headers })
    response.type(isApi ? 'json' : 'html').send((isApi ? JSON.stringify(answer) : String(answer)).replaceAll(ORIGIN, url))
    webhooks.wake()
  })
  app.use(((error, _request, response, _next) => {
    options.log(`stripe-local: request failed: ${error}`)
    response.sendStatus(500)
  }) satisfies express.ErrorRequestHandler)
  webhooks.wake()
  const stop = async () => {
    server.close().closeAllConnections()
    await webhooks.stop()
  }
  const { secretKey, webhookSecret, priceId } = store.state
  return { url, secretKey, webhookSecret, priceId, stop }
}
