// @all: another server of mail than that of mail.test.ts
/** Mail to a real mail server, with and without STARTTLS. */
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { createAuthority, createServerPair } from '#scripts/start/lan/certificates.ts'
import { createSmtpSender } from '../src/mails/smtp.adapter.ts'

let server: SMTPServer | undefined
afterEach(() => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve())))

/** @returns its port, and whether each received mail was encrypted */
async function startMailServer(disabled: string[]): Promise<{ port: number; received: boolean[] }> {
  const received: boolean[] = []
  const started = new SMTPServer({
    ...(await createServerPair(await createAuthority('Mail', [], new Date()), ['127.0.0.1'], new Date())),
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

const mail = { id: '1', to: 'ada@example.org', subject: 'Hello', text: 'Hello', kind: null, at: new Date() }
const send = (url: string, requireTls: boolean) =>
  createSmtpSender(url, 'door@example.org', 'https://example.org', { requireTls }).send(mail)

test.each(['', '?ignoreTLS=true', '?requireTLS=false'])('with TLS required no mail is sent unencrypted %s', async (query) => {
  const { port, received } = await startMailServer(['STARTTLS'])
  await expect(send(`smtp://127.0.0.1:${port}${query}`, true)).rejects.toThrow()
  expect(received).toEqual([])
})

test('with TLS required mail is sent over STARTTLS', async () => {
  const { port, received } = await startMailServer([])
  // The test server's certificate is self-signed.
  await send(`smtp://127.0.0.1:${port}?tls.rejectUnauthorized=false`, true)
  expect(received).toEqual([true])
})

test('without required TLS mail is sent to a server without STARTTLS', async () => {
  const { port, received } = await startMailServer(['STARTTLS'])
  await send(`smtp://127.0.0.1:${port}`, false)
  expect(received).toEqual([false])
})
