/** A site with only a service worker, which shows pushes, opens pressed notifications, and reports both. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** The content of a push. */
export type BarePush = { readonly id: string; readonly title: string; readonly body?: string; readonly tag?: string }
export type BareReport = { readonly what: 'shown' | 'clicked' | 'closed'; readonly id: string; readonly action?: string }

const WORKER = `
const report = (body) => fetch('/report', { method: 'POST', body: JSON.stringify(body) })
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('push', (event) => {
  const { id, title, body, tag } = event.data.json()
  const actions = [{ action: 'answer', title: 'Answer' }, { action: 'ignore', title: 'Ignore' }]
  const options = { body, tag, data: { id }, actions, requireInteraction: true }
  event.waitUntil(registration.showNotification(title, options).then(() => report({ what: 'shown', id })))
})
addEventListener('notificationclick', (event) => {
  const { id } = event.notification.data
  event.notification.close()
  event.waitUntil(Promise.all([clients.openWindow('/opened/' + id), report({ what: 'clicked', id, action: event.action })]))
})
addEventListener('notificationclose', (event) => {
  event.waitUntil(report({ what: 'closed', id: event.notification.data.id }))
})`

const PAGE = `<!doctype html><title>Bare site</title><button>Subscribe</button><script>
document.querySelector('button').onclick = async () => {
  const { pushManager } = await navigator.serviceWorker.ready
  const key = Uint8Array.fromBase64(location.hash.slice(1), { alphabet: 'base64url' })
  try {
    document.title = JSON.stringify(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  } catch (error) {
    document.title = String(error)
  }
}
navigator.serviceWorker.register('/worker.js')
</script>`

export class BareSite {
  /** The reports of the service worker. */
  readonly reports: BareReport[] = []
  /** Paths of the pages that were loaded. */
  readonly loaded: string[] = []
  readonly #server: Server

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const { url = '/' } = request
      if (request.method === 'POST') this.reports.push(JSON.parse(await text(request)) as BareReport)
      else if (url !== '/worker.js' && url !== '/favicon.ico') this.loaded.push(url)
      response.setHeader('Content-Type', url === '/worker.js' ? 'text/javascript' : 'text/html')
      response.end(request.method === 'POST' ? '' : url === '/worker.js' ? WORKER : PAGE)
    })
  }

  static async listen(): Promise<BareSite> {
    const site = new BareSite()
    await once(site.#server.listen(0, '127.0.0.1'), 'listening')
    return site
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  has(what: BareReport['what'], id: string): boolean {
    return this.reports.some((report) => report.what === what && report.id === id)
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close().closeAllConnections()
    await closed
  }
}
