/** http://<address>/ca: installs the certificate authority on a phone. Plain HTTP, because nothing is trusted yet. */
import { createServer, type RequestListener, type Server } from 'node:http'

/** Port 80 needs no number in the URL; the other one needs no privileges. */
const PORTS = [80, 8080, 0] as const

export type CaPage = { readonly url: string; stop(): void }

/**
 * Serves the page on every address.
 * @param fingerprint also shown by phones, so that users can compare it
 * @param doorbell the link to the product
 */
export async function serveCaPage(
  addresses: readonly string[],
  cert: string,
  fingerprint: string,
  doorbell: string,
  ports: readonly number[] = PORTS,
): Promise<CaPage> {
  const handler = answer(cert, pageOf(fingerprint, doorbell))
  const servers: Server[] = []
  let port = 0
  for (const address of addresses) {
    const server = await listenOnOne(handler, address, servers.length === 0 ? ports : [port])
    if (!server) continue
    servers.push(server)
    port = (server.address() as { port: number }).port
  }
  return {
    url: `http://${addresses[0]}${port === 80 ? '' : `:${port}`}/ca`,
    stop: () => {
      for (const server of servers) server.close().closeAllConnections()
    },
  }
}

async function listenOnOne(handler: RequestListener, host: string, ports: readonly number[]): Promise<Server | undefined> {
  for (const port of ports) {
    const server = createServer(handler)
    const listening = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, host, () => resolve(true))
    })
    if (listening) return server.unref()
  }
  return undefined
}

function answer(cert: string, page: string): RequestListener {
  const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' }
  return (request, response) => {
    const path = request.url?.split('?')[0]
    if (request.method !== 'GET') response.writeHead(405, { ...headers, allow: 'GET' }).end()
    // The media type that makes phones offer the installation.
    else if (path === '/ca.crt') response.writeHead(200, { ...headers, 'content-type': 'application/x-x509-ca-cert' }).end(cert)
    else if (path === '/ca' || path === '/')
      response
        .writeHead(200, {
          ...headers,
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
        })
        .end(page)
    else response.writeHead(404, headers).end()
  }
}

const STEPS = {
  'iPhone and iPad (Safari)': [
    'Tap the button, then Allow.',
    'Settings, Profile Downloaded, Install.',
    'Settings, General, About, Certificate Trust Settings: switch “Doorbell” on.',
  ],
  Android: [
    'Tap the button and keep the file.',
    'Settings, search for “CA certificate”, Install anyway.',
    'Choose the file from Downloads.',
  ],
  Mac: ['Click the button, open the file.', 'In Keychain Access, open “Doorbell”, Trust: Always Trust.'],
  'Windows and Linux': [
    'Click the button.',
    'Install the file under “Trusted Root Certification Authorities”, or in the browser’s own settings under Certificates, Authorities.',
  ],
} as const

const STYLE = `:root{color-scheme:light dark}
body{font:1.0625rem/1.5 system-ui,sans-serif;max-width:36rem;margin:0 auto;padding:1.5rem}
a.do{display:block;text-align:center;padding:.9rem;border-radius:.75rem;background:#1f6f54;color:#fff;text-decoration:none;font-weight:600}
h2{font-size:1.05rem;margin:1.5rem 0 .25rem}ol{margin:0;padding-left:1.4rem}
code{font-size:.8rem;word-break:break-all}`

const WHY =
  'Phones give camera and microphone only to pages they trust. ' +
  'This doorbell made a certificate of its own, for addresses of private networks alone; tell your device once.'
const COMPARE = 'It must be the one that the terminal shows, and your device shows it before it trusts the certificate.'

function pageOf(fingerprint: string, doorbell: string): string {
  const devices = Object.entries(STEPS).map(
    ([device, steps]) => `<h2>${device}</h2><ol>${steps.map((step) => `<li>${step}</li>`).join('')}</ol>`,
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Trust this doorbell</title>
<style>${STYLE}</style>
<h1>Trust this doorbell</h1>
<p>${WHY}</p>
<p><a class="do" href="/ca.crt" download="doorbell.crt">Get the certificate</a></p>
${devices.join('\n')}
<h2>Then</h2><p><a href="${doorbell}">${doorbell}</a></p>
<p>SHA-256 fingerprint: <code>${fingerprint}</code>. ${COMPARE}</p>
<p>To undo it, remove “Doorbell” where you installed it.</p></html>
`
}
