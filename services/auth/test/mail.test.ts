import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { SMTPServer } from 'smtp-server'
import { freePort } from '#scripts/servers/ports.ts'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { ask, register } from './person.ts'

const OPERATOR = 'operator@example.org'
let world: Stack
let port = 0
let server: SMTPServer | undefined
const received: string[] = []
let deferrals = 0

/** A real mail server that defers the next `deferrals` mails. */
async function startMailServer(): Promise<void> {
  server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: (_address, _session, done) => {
      if (deferrals === 0) return done()
      deferrals -= 1
      done(Object.assign(new Error('try again later'), { responseCode: 451 }))
    },
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        received.push(text.replace(/=\r\n/g, '').replace(/=3D/g, '='))
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server?.listen(port, '127.0.0.1', resolve))
}

const stopMailServer = () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))

beforeAll(async () => {
  port = await freePort()
  world = await startStack({
    services: ['auth', 'doorbell'],
    envOf: {
      auth: {
        ...{ MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Doorbell <door@example.org>', SUPPORT_EMAIL: OPERATOR },
        ...{ LEGAL_IMPRINT_URL: 'https://op.example/imprint', LEGAL_PRIVACY_URL: 'https://op.example/privacy' },
      },
    },
  })
  await startMailServer()
})
afterAll(async () => {
  await world.stop()
  await stopMailServer()
})

const mailTo = (email: string) => eventually(`a mail to ${email}`, () => received.find((mail) => mail.includes(email)))
const attemptsOf = async (email: string) => {
  const [row] = await world.postgres<{ attempts: number; sent: boolean; text: string; html: string | null }>(
    'auth',
    'SELECT attempts, sent_at IS NOT NULL AS sent, text, html FROM mails WHERE "to" = $1',
    [email],
  )
  return row
}

test('the mailed link verifies the address, and no token stays stored', async () => {
  const { user } = await register(world)
  const mail = await mailTo(user.email)
  expect(mail).toContain('From: Doorbell <door@example.org>')
  const token = mail.match(/verify=([\w-]+)/)?.[1] ?? ''
  expect((await ask(world, 'auth.verify_email', { token })).output.email).toBe(user.email)
  await eventually('the row to be done', async () => (await attemptsOf(user.email))?.sent)
  expect(await attemptsOf(user.email)).toMatchObject({ text: '', html: null })
  expect((await ask(world, 'auth.dev_mails', {})).output).toEqual([])
})

test('a mail says that no person wrote it, in text and HTML, and a summary where it is turned off', async () => {
  const { user } = await register(world)
  const mail = await mailTo(user.email)
  expect(mail).toContain('Auto-Submitted: auto-generated')
  expect(mail).toMatch(/multipart\/alternative[\s\S]+text\/plain[\s\S]+text\/html/)
  expect(mail).not.toContain('List-Unsubscribe')
  expect(mail).toContain('Imprint: https://op.example/imprint')
  expect(mail).toContain('<a href="https://op.example/privacy">Privacy</a>')
  await ask(world, 'auth.verify_email', { token: mail.match(/verify=([\w-]+)/)?.[1] ?? '' })
  await ask(world, 'auth.mail_summary', { key: randomUUID(), userId: user.id, missed: 2, messages: 0, visits: 0, system: 0 })
  const summary = await eventually('the summary', () =>
    received.find((text) => text.includes(user.email) && text.includes('2 missed rings')),
  )
  expect(summary).toMatch(/List-Unsubscribe: <http:\/\/[^>]+\/notifications>/)
})

test('a question to the operator is no automatic mail', async () => {
  const { user, session } = await register(world)
  const { identity } = (await ask(world, 'auth.resolve_session', { token: session })).output
  await ask(world, 'auth.ask_support', { message: 'Why?' }, identity ? { resident: identity } : {})
  const mail = await mailTo(OPERATOR)
  expect(mail).toContain(`Question of account ${user.id}`)
  expect(mail).not.toMatch(/Auto-Submitted|text\/html|op\.example/)
})

test('a mail that the server defers is sent again, once', async () => {
  deferrals = 1
  const { user } = await register(world)
  await eventually('the deferral', async () => deferrals === 0 && (await attemptsOf(user.email))?.attempts === 1)
  expect(received.some((mail) => mail.includes(user.email))).toBe(false)
  // The mail stays claimed until its row has the time of the next try.
  await eventually(
    'the next try to be written',
    async () =>
      (await world.postgres('auth', 'SELECT 1 FROM mails WHERE "to" = $1 AND next_at < at + interval \'1 minute\'', [user.email])).length,
  )
  await world.clock.shift(6_000)
  await mailTo(user.email)
  await eventually('the row to be done', async () => (await attemptsOf(user.email))?.sent)
  expect(received.filter((mail) => mail.includes(`To: ${user.email}`))).toHaveLength(1)
})

// covers: N-mail
test('a mail survives an outage of its server and its sender', async () => {
  await stopMailServer()
  const { user } = await register(world)
  await eventually('a try', async () => ((await attemptsOf(user.email))?.attempts ?? 0) > 0)
  await world.kill('auth')
  await startMailServer()
  await world.restart('auth')
  await world.clock.shift(10 * 60_000)
  await mailTo(user.email)
})

test('of a deleted account’s last mail nothing stays once it is sent @all', async () => {
  const [id, to] = [crypto.randomUUID(), 'last-of-all@example.org']
  const columns = '(id, "to", subject, text, at, next_at, last)'
  await world.postgres('auth', `INSERT INTO mails ${columns} VALUES ($1, $2, 'Deleted', 'All of it', now(), now(), true)`, [id, to])
  await eventually('the mail', () => received.some((text) => text.includes(to)))
  await eventually('its row to be gone', async () => (await world.postgres('auth', 'SELECT 1 FROM mails WHERE id = $1', [id])).length === 0)
})
