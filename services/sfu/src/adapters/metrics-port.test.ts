import { get } from 'node:http'
import { afterEach, expect, test } from '@jest/globals'
import { testPort } from '#scripts/testing/ports.ts'
import { loopbackOf, MetricsPort } from './metrics-port.ts'

const NODE = '127.0.0.1'
const open: MetricsPort[] = []
afterEach(async () => {
  for (const port of open.splice(0)) await port.close()
})

/** A copy whose metrics are its name. */
function copyAt(port: number, copy: string): MetricsPort {
  const own = new MetricsPort({ address: NODE, port, copy, read: async () => ({ type: 'text/plain; version=0.0.4', text: copy }) })
  open.push(own)
  return own
}

async function scrape(port: number, path: string, host = NODE): Promise<string> {
  const answer = await fetch(`http://${host}:${port}${path}`)
  return answer.ok ? answer.text() : String(answer.status)
}

test('one port of a node answers for each of its copies', async () => {
  const port = await testPort(1)
  for (const copy of ['sfu-a', 'sfu-b', 'sfu-c']) await copyAt(port, copy).take()
  for (const copy of ['sfu-a', 'sfu-b', 'sfu-c']) expect(await scrape(port, `/metrics?copy=${copy}`)).toBe(copy)
  expect(await scrape(port, '/metrics')).toBe('sfu-a')
})

test('another copy takes the port when its owner ends', async () => {
  const port = await testPort(1)
  const [old, young] = [copyAt(port, 'sfu-old'), copyAt(port, 'sfu-young')]
  await old.take()
  await young.take()
  await old.close()
  await young.take()
  expect(await scrape(port, '/metrics?copy=sfu-young')).toBe('sfu-young')
  expect(await scrape(port, '/metrics?copy=sfu-old')).toBe('404')
})

test('a copy answers at its loopback address for itself alone', async () => {
  const port = await testPort(1)
  await copyAt(port, 'sfu-a').take()
  expect(await scrape(port, '/metrics?copy=sfu-a', loopbackOf('sfu-a'))).toBe('sfu-a')
  expect(await scrape(port, '/metrics?copy=sfu-b', loopbackOf('sfu-a'))).toBe('404')
})

test('nothing but metrics is served, and to no page of another name', async () => {
  const port = await testPort(1)
  await copyAt(port, 'sfu-a').take()
  expect(await scrape(port, '/healthz')).toBe('404')
  expect(await scrape(port, '/metrics?copy=../sfu-a')).toBe('404')
  const rebound = await new Promise((resolve, reject) => {
    const request = get({ host: NODE, port, path: '/metrics', headers: { host: 'page.test' } })
    request.once('response', ({ statusCode }) => resolve(statusCode)).once('error', reject)
  })
  expect(rebound).toBe(421)
})
