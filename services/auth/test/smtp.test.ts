/** Mail to a real mail server, with and without STARTTLS. */
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { createAuthority, createServerPair } from '#scripts/start/lan/certificates.ts'
import { createSmtpSender } from '../src/adapters/smtp.ts'

let server: SMTPServer | undefined
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())))

/** @returns its port, and how each received mail came */
async function startMailServer(disabled: string[]): Promise<{ port: number; received: boolean[] }> {
  const received: boolean[] = []
  const started = new SMTPServer({
    ...createServerPair(createAuthority('Mail', [], new Date()), ['127.0.0.1'], new Date()),
    disabledCommands: ['AUTH', ...disabled],
    onData: (stream, { secure }, done) => {
      stream.resume().on('end', () => {
        received.push(secure)
        done()
      })
    },
  })
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return { port: (started.server.address() as AddressInfo).port, received }
}

const mail = { id: '1', to: 'ada@example.org', subject: 'Hello', text: 'Hello', at: new Date() }
const send = (url: string, requireTls: boolean) => createSmtpSender(url, 'door@example.org', 'example.org', { requireTls }).send(mail)

test.each(['', '?ignoreTLS=true', '?requireTLS=false'])('where TLS is required no mail goes in the clear %s', async (query) => {
  const { port, received } = await startMailServer(['STARTTLS'])
  await expect(send(`smtp://127.0.0.1:${port}${query}`, true)).rejects.toThrow()
  expect(received).toEqual([])
})

test('where TLS is required mail goes over STARTTLS', async () => {
  const { port, received } = await startMailServer([])
  // Nobody vouches for the test server.
  await send(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`, true)
  expect(received).toEqual([true])
})

test('at home mail goes as the server takes it', async () => {
  const { port, received } = await startMailServer(['STARTTLS'])
  await send(`smtp://127.0.0.1:${port}`, false)
  expect(received).toEqual([false])
})
