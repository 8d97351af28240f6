/** `npm start -- --lan`: makes the product reachable for phones on the home network. */
import { X509Certificate } from 'node:crypto'
import { toString as drawQr } from 'qrcode'
import { StartError } from '../../servers/server.ts'
import type { DataDir } from '../data-dir.ts'
import type { LanFacts } from '../environment.ts'
import { homeAddresses } from './addresses.ts'
import { keepCertificates } from './keep-certificates.ts'
import { serveCaPage } from './page.ts'

export type Lan = LanFacts & {
  /** The product's URL for phones. */
  readonly url: string
  /** Printed before `ready`: the QR code and how to trust the certificate. */
  readonly lines: readonly string[]
  stop(): void
}

/**
 * @param chosen explicit addresses, for a machine in several networks
 * @throws StartError without a home network
 */
export async function openLan(port: number, dataDir: Pick<DataDir, 'folder'>, chosen: string | undefined): Promise<Lan> {
  const addresses = chosen ? chosen.split(',') : homeAddresses()
  const [first] = addresses
  if (!first) throw new StartError('This machine has no address on a home network: connect it, or start without --lan.')
  const kept = await keepCertificates(dataDir.folder('lan'), addresses, new Date())
  const url = `https://${first}:${port}`
  const fingerprint = new X509Certificate(kept.root).fingerprint256
  const page = await serveCaPage(addresses, kept.root, fingerprint, url)
  return {
    url,
    origins: addresses.map((address) => `https://${address}:${port}`),
    addresses,
    certFile: kept.certFile,
    keyFile: kept.keyFile,
    lines: [
      await drawQr(url, { type: 'terminal', small: true }),
      `phones must trust this doorbell once: ${page.url}`,
      `the certificate there must have this SHA-256 fingerprint: ${fingerprint}`,
    ],
    stop: page.stop,
  }
}
