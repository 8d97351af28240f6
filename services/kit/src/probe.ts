/** A probe of a service in a container: `node services/kit/src/probe.ts healthz|readyz <HTTP_PORT or READY_FILE>`. Exit code 0: yes. */
import { readFileSync } from 'node:fs'

const TIMEOUT_MS = 2_500

const [what = 'healthz', where = ''] = process.argv.slice(2)
try {
  const port = /^\d+$/.test(where) ? where : (JSON.parse(readFileSync(where, 'utf8')) as { http: number }).http
  const answer = await fetch(`http://127.0.0.1:${port}/${what}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
