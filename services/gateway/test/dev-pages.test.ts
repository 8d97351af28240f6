/** `/dev` is served only to this machine and with the start's key, whatever proxy is in front (docs/product/interface.md, Running it). */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { request } from 'undici'
import { type Nginx, startNginx } from '#scripts/testing/nginx.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const PAGES = ['/dev/mail', '/dev/mail.json'] as const
let world: SharedStack
let nginx: Nginx
let tunnel: Server

beforeAll(async () => {
  world = await sharedStack()
  nginx = await startNginx(`proxy_pass http://127.0.0.1:${gatewayPort()};`)
  tunnel = createServer((socket) => {
    const inside = connect(gatewayPort(), '127.0.0.1')
    socket.on('error', () => inside.destroy()).pipe(inside)
    inside.on('error', () => socket.destroy()).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(tunnel, 'listening')
})
afterAll(async () => {
  tunnel?.close()
  await nginx?.stop()
  await world?.close()
})

const gatewayPort = () => Number(new URL(world.url).port)
const local = () => `localhost:${gatewayPort()}`

/** A request with any Host. */
async function get(port: number, path: string, headers: Record<string, string>) {
  const answer = await request(`http://127.0.0.1:${port}${path}`, { headers })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() }
}

test('the mailbox is readable with the key in a header', async () => {
  const resident = await world.resident()
  const { email } = resident.user
  await eventually('the verification mail', async () => {
    const { text } = await get(gatewayPort(), '/dev/mail.json', { host: local(), 'x-dev-key': world.devKey })
    return (JSON.parse(text) as { to: string }[]).some(({ to }) => to === email)
  })
})

test('the link with the key sets a cookie and redirects without it', async () => {
  const opened = await get(gatewayPort(), `/dev/mail?key=${world.devKey}`, { host: local() })
  expect([opened.status, opened.headers.location]).toEqual([303, '/dev/mail'])
  const [cookie, ...attributes] = String(opened.headers['set-cookie']).split('; ')
  expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/dev', 'SameSite=Lax'])
  const page = await get(gatewayPort(), '/dev/mail', { host: local(), cookie: String(cookie) })
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Mailbox')])
})

test('the key in the query is accepted from a program', async () => {
  const { status, headers } = await get(gatewayPort(), `/dev/mail.json?key=${world.devKey}`, { host: local() })
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
})

test.each(PAGES)('%s is 404 without the right key', async (path) => {
  const wrong = `${world.devKey.slice(0, -1)}!`
  const cookie = `dev-key-p${gatewayPort()}=${wrong}`
  for (const [suffix, headers] of [
    ['', {}],
    ['', { 'x-dev-key': wrong }],
    ['', { cookie }],
    [`?key=${wrong}`, {}],
    ['?key=', {}],
    [`?key=${world.devKey}&key=${world.devKey}`, {}],
  ] as const)
    expect([suffix, await get(gatewayPort(), path + suffix, { host: local(), ...headers })]).toMatchObject([
      suffix,
      { status: 404, text: expect.stringMatching(/^Not found without its key\. .*\?key=/) },
    ])
  expect((await get(gatewayPort(), path, { host: local(), via: '192.0.2.1' })).text).not.toContain('key=')
})

test.each(PAGES)('%s is 404 behind a forwarding header, even with the key', async (path) => {
  for (const name of ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host'])
    expect((await get(gatewayPort(), path, { host: local(), 'x-dev-key': world.devKey, [name]: '192.0.2.1' })).status).toBe(404)
})

test.each(PAGES)('%s is 404 behind nginx with a one-line proxy', async (path) => {
  expect((await get(nginx.port, '/auth', { host: 'door.example' })).status).toBe(200)
  for (const host of ['door.example', local()]) expect((await get(nginx.port, path, { host })).status).toBe(404)
  // For the gateway it is a local request: only the key refuses it.
  expect((await get(nginx.port, path, { host: 'door.example', 'x-dev-key': world.devKey })).status).toBe(200)
})

test.each(PAGES)('%s is 404 through a TCP tunnel with a forged Host', async (path) => {
  const { port } = tunnel.address() as AddressInfo
  expect((await get(port, '/auth', { host: local() })).status).toBe(200)
  for (const host of [local(), `127.0.0.1:${gatewayPort()}`, `[::1]:${gatewayPort()}`])
    expect((await get(port, path, { host })).status).toBe(404)
})
