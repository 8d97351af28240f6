import { afterEach, expect, jest, test } from '@jest/globals'
import type { Scope } from './scope.ts'
import { createShell } from './shell.ts'
import { fakeCaches } from './testing/fake-caches.ts'

const ORIGIN = 'https://bell.example'
const FILES = { en: ['/assets/app.js', '/assets/shared.js'], de: ['/assets/app-de.js', '/assets/shared.js'] }

afterEach(() => void jest.useRealTimers())

/** A server of one release, in one language; the files that a browser fetched from it. */
function start({ language = 'en', entry = '/assets/app.js', hangs = false } = {}) {
  const server = { language, entry, isDown: false }
  const fetched: string[] = []
  const fetch = async (asked: RequestInfo | URL) => {
    const path = new URL(typeof asked === 'object' && 'url' in asked ? asked.url : String(asked), ORIGIN).pathname
    fetched.push(path)
    if (server.isDown) throw new TypeError('no network')
    const html = `<html lang="${server.language}"><script type="module" crossorigin src="${server.entry}"></script>`
    return new Response(path.startsWith('/assets/') ? `file ${path}` : html)
  }
  const { caches, all } = fakeCaches(fetch)
  const clients = { get: async (id: string) => (hangs ? new Promise(() => undefined) : { url: `${ORIGIN}${id}` }) }
  const scope = { caches, clients, fetch, location: new URL(ORIGIN) } as object as Scope
  const shell = createShell(scope, FILES, 'v2')
  const ask = (path: string, { mode = 'cors', method = 'GET', page = '/doorbell' } = {}) => {
    const request = { url: `${ORIGIN}${path}`, method, mode } as Request
    return shell.answer({ request, clientId: page, resultingClientId: path })
  }
  return { server, shell, ask, fetched, all }
}

test('the files of the page’s language are stored, and those of no other', async () => {
  const { shell, all } = start({ language: 'de', entry: '/assets/app-de.js' })
  await shell.store()
  expect([...(all.get('shell-v2')?.entries.keys() ?? [])].sort()).toEqual(['/assets/app-de.js', '/assets/shared.js', '/doorbell'])
})

test('a page of another release is not stored', async () => {
  const { shell, all } = start({ entry: '/assets/newer.js' })
  await expect(shell.store()).rejects.toThrow('another release')
  expect(all.get('shell-v2')?.entries.size).toBe(0)
})

test.each(['/visitor', '/visitor/abc', '/api/user', '/ws', '/nowhere', '/sounds/doorbell-ring.mp3'])(
  '%s passes the worker by',
  async (path) => {
    const { shell, ask } = start()
    await shell.store()
    expect(ask(path, { mode: 'navigate' })).toBeUndefined()
    expect(ask(path)).toBeUndefined()
  },
)

test('a file comes from the network where the browser does not say which page asks', async () => {
  const { shell, ask } = start({ hangs: true })
  await shell.store()
  jest.useFakeTimers()
  const file = ask('/assets/app.js')
  await jest.advanceTimersByTimeAsync(2_000)
  expect(await (await file)?.text()).toBe('file /assets/app.js')
})

test('nothing but GET is answered', async () => {
  const { shell, ask } = start()
  await shell.store()
  for (const method of ['POST', 'PUT', 'DELETE', 'HEAD']) expect(ask('/doorbell', { method, mode: 'navigate' })).toBeUndefined()
})

test('every page of the app is answered with the stored one, without a network', async () => {
  const { shell, ask, server } = start()
  await shell.store()
  server.isDown = true
  for (const path of ['/doorbell', '/rings/7', '/settings/doors/3/sign'])
    expect(await (await ask(path, { mode: 'navigate' }))?.text()).toContain('lang="en"')
})

test('what the visitor’s page shares with the app is not answered to it', async () => {
  const { shell, ask, fetched } = start()
  await shell.store()
  expect(ask('/visitor/abc', { mode: 'navigate' })).toBeUndefined()
  expect(ask('/assets/shared.js', { page: '/visitor/abc' })).toBeUndefined()
  // Nor to one that was opened before this worker started.
  fetched.length = 0
  await ask('/assets/shared.js', { page: '/visitor/def' })
  expect(fetched).toEqual(['/assets/shared.js'])
  await ask('/assets/shared.js', { page: '/settings' })
  expect(fetched).toHaveLength(1)
})

test('a link to another language is answered after its shell is stored', async () => {
  const { shell, ask, server } = start()
  await shell.store()
  Object.assign(server, { language: 'de', entry: '/assets/app-de.js' })
  await ask('/settings?lang=de', { mode: 'navigate' })
  server.isDown = true
  expect(await (await ask('/settings', { mode: 'navigate' }))?.text()).toContain('lang="de"')
})

test('the shells of other versions are removed', async () => {
  const { shell, all } = start()
  await shell.store()
  all.set('shell-v1', all.get('shell-v2') as never)
  all.set('pushes', all.get('shell-v2') as never)
  await shell.removeOthers()
  expect([...all.keys()]).toEqual(['shell-v2', 'pushes'])
})
