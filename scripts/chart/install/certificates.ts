/** Certificates of a private authority, by openssl. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './cluster.ts'

/** PEM. */
type Certified = { readonly ca: string; readonly cert: string; readonly key: string }

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'] as const

/** A new authority and a certificate of it for a name. */
export async function certify(name: string): Promise<Certified> {
  const folder = await mkdtemp(join(tmpdir(), 'certificates-'))
  const at = (file: string) => join(folder, file)
  const openssl = (...args: readonly string[]) => run('openssl', args, process.env)
  try {
    await openssl('req', '-x509', ...KEY, '-keyout', at('ca.key'), '-out', at('ca.crt'), '-subj', '/CN=private-authority', '-days', '2')
    await openssl('req', '-new', ...KEY, '-keyout', at('key'), '-out', at('csr'), '-subj', `/CN=${name}`)
    await writeFile(at('ext'), `subjectAltName=DNS:${name}\n`)
    const signed = ['-CA', at('ca.crt'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2', '-extfile', at('ext')]
    await openssl('x509', '-req', '-in', at('csr'), ...signed, '-out', at('crt'))
    const [ca = '', cert = '', key = ''] = await Promise.all(['ca.crt', 'crt', 'key'].map((file) => readFile(at(file), 'utf8')))
    return { ca, cert, key }
  } finally {
    await rm(folder, { recursive: true })
  }
}
