import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { AppError } from '#kit/app-error.ts'
import { BodyMemory } from '#kit/body-memory.ts'
import { PHOTO_BYTES } from '#proto/limits.ts'
import { readForm } from './form.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** A server that reads forms. @returns how to begin one, and the memory that they take */
async function serve(most = 10 * PHOTO_BYTES) {
  const bodies = new BodyMemory(most)
  const server = createServer((incoming, response) => {
    const held = bodies.open(String(incoming.headers['x-sender']))
    response.once('close', held.release)
    readForm(incoming, held).then(
      ({ fields, photo }) => response.end(JSON.stringify({ ...fields, photo: photo?.length })),
      (error: unknown) => response.end(error instanceof AppError ? error.code : String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  const begin = (type: string, sender = 'one') => {
    const form = request({ host: '127.0.0.1', port, method: 'POST', headers: { 'content-type': type, 'x-sender': sender } })
    const answer = new Promise<string>((resolve) => {
      form.on('error', ({ message }) => resolve(message))
      form.on('response', async (incoming) => resolve(Buffer.concat(await incoming.toArray()).toString()))
    })
    return { form, answer }
  }
  return { bodies, begin }
}

const MULTIPART = 'multipart/form-data; boundary=x'
const part = (name: string, type: string, rest = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"${rest}\r\nContent-Type: ${type}\r\n\r\n`
const PHOTO = part('photo', 'image/jpeg', '; filename="a.jpg"')
const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(PHOTO_BYTES - 4)])

test.each([
  ['a form', 'application/x-www-form-urlencoded; charset=nothing', 'code=%C3%A4'],
  ['a part of a form', MULTIPART, `${part('code', 'text/plain; charset=nothing')}\u00e4\r\n--x--\r\n`],
])('%s in an unknown character set is refused', async (_what, type, body) => {
  const { begin } = await serve()
  const { form, answer } = begin(type)
  form.end(body)
  expect(await answer).toBe('media_type')
})

test('a form in UTF-8 with a photo is read', async () => {
  const { bodies, begin } = await serve()
  const { form, answer } = begin(MULTIPART)
  form.write(`${part('visitorName', 'text/plain; charset=utf-8')}Véra\r\n${PHOTO}`)
  form.write(JPEG)
  form.end('\r\n--x--\r\n')
  expect(JSON.parse(await answer)).toEqual({ visitorName: 'Véra', photo: PHOTO_BYTES })
  for (let tries = 0; bodies.bytes > 0 && tries < 2_000; tries += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(bodies.bytes).toBe(0)
})

test.each(['photo', 'other'])('a form whose part %s comes byte by byte is refused, and the rest not read', async (name) => {
  const { bodies, begin } = await serve()
  const { form, answer } = begin(MULTIPART)
  form.write(part(name, 'image/jpeg', '; filename="a.jpg"'))
  for (let sent = 0; sent < 2_000; sent += 1) form.write('x')
  expect(await answer).toBe('malformed')
  expect(bodies.bytes).toBe(0)
  form.destroy()
})

test('many slow forms hold no more than the bound', async () => {
  const { bodies, begin } = await serve(5 * PHOTO_BYTES)
  const slow = Array.from({ length: 12 }, () => begin(MULTIPART, 'slow'))
  for (const { form } of slow) {
    form.write(PHOTO)
    form.write(JPEG)
  }
  expect(await Promise.race(slow.map(({ answer }) => answer))).toBe('unavailable')
  const fast = begin(MULTIPART, 'fast')
  fast.form.write(PHOTO)
  fast.form.write(JPEG)
  fast.form.end('\r\n--x--\r\n')
  expect(JSON.parse(await fast.answer)).toEqual({ photo: PHOTO_BYTES })
  expect(bodies.bytes).toBeLessThanOrEqual(5 * PHOTO_BYTES)
})
