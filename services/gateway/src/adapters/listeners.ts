/** The listeners of the product's port: one where it is reached (`HOST`), and one with TLS for each address of `--lan`. */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Network } from '#kit/trusted-proxies.ts'
import { peerKey } from '../domain/address.ts'
import { asksForSocket } from '../domain/socket-request.ts'
import { type ConnectionLimits, type LimitedConnections, limitConnections } from './connection-limits.ts'

/** Closes incomplete requests early: checked every 5 s instead of Node's 30 s; a TLS handshake has the headers' timeout. */
const SERVER_OPTIONS = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  handshakeTimeout: 10_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  // Our own check refuses a request without Host with the common error body.
  requireHostHeader: false,
  shouldUpgradeCallback: asksForSocket,
} as const

export type ListenerConfig = {
  readonly HOST: string
  readonly TRUSTED_PROXIES?: readonly Network[] | undefined
  readonly LAN_ADDRESSES: readonly string[]
  readonly TLS_CERT_FILE?: string | undefined
  readonly TLS_KEY_FILE?: string | undefined
}

export type Listeners = {
  readonly servers: readonly Server[]
  readonly connections: LimitedConnections
  /** @returns the port of the first listener @throws where a port cannot be used */
  listen(port: number): Promise<number>
}

/** @param limits of connections; by default as many as this process may have */
export function createListeners(app: RequestListener, config: ListenerConfig, limits?: ConnectionLimits): Listeners {
  const all: { server: Server; host: string }[] = [{ server: createServer(SERVER_OPTIONS, app), host: config.HOST }]
  if (config.TLS_CERT_FILE && config.TLS_KEY_FILE) {
    const tls = { ...SERVER_OPTIONS, cert: readFileSync(config.TLS_CERT_FILE), key: readFileSync(config.TLS_KEY_FILE) }
    for (const host of config.LAN_ADDRESSES) all.push({ server: createTlsServer(tls, app), host })
  }
  const servers = all.map(({ server }) => server)
  return {
    servers,
    connections: limitConnections(servers, (address) => peerKey(address, config.TRUSTED_PROXIES ?? []), limits),
    listen: async (port) => {
      const [first = port] = await Promise.all(all.map(({ server, host }) => listen(server, port, host)))
      return first
    },
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}
