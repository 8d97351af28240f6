/**
 * A probe of a service in a container: `node services/kit/src/probe.ts healthz|readyz`. Exit code 0: yes. Asks `HTTP_PORT`, or the port in
 * `READY_FILE` where that is a free one.
 */
import { readFileSync } from 'node:fs'

const TIMEOUT_MS = 2_500

const { HTTP_PORT, READY_FILE } = process.env
try {
  const port = READY_FILE ? (JSON.parse(readFileSync(READY_FILE, 'utf8')) as { http: number }).http : HTTP_PORT
  const answer = await fetch(`http://127.0.0.1:${port}/${process.argv[2] ?? 'healthz'}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
