/** Mail, events of other services and the gateway's validation: with auth, billing and the gateway. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { TIME } from '#proto/limits.ts'
import type { HttpError } from '#scripts/testing/http-client.ts'
import type { Resident } from '#scripts/testing/people.ts'
import { type SharedClockStack, sharedClockStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: SharedClockStack
beforeAll(async () => {
  world = await sharedClockStack()
})
afterAll(() => world.close())

const mailsTo = async (resident: Resident) =>
  (await world.rpc('auth.dev_mails', {})).filter(({ to, subject }) => to === resident.user.email && subject.startsWith('At your door'))
async function confirmAddress(resident: Resident): Promise<void> {
  const mail = (await world.rpc('auth.dev_mails', {})).find(({ to }) => to === resident.user.email)
  await resident.call('auth.verify_email', { token: mail?.text.match(/verify=([\w-]+)/)?.[1] ?? '' })
}
const kinds = async (resident: Resident) => (await resident.call('doorbell.notifications', {})).map(({ kind }) => kind)
/** Places a ring, lets it be missed, and waits for the notification of the miss. */
async function missOne(resident: Resident): Promise<void> {
  const { id } = await world.visitor().ring(resident)
  await world.clock.shift(TIME.ringLife)
  await eventually('the miss', async () => {
    const [newest] = await resident.call('doorbell.notifications', { type: 'doorbell' })
    return newest?.activityId === id && newest.kind === 'missed'
  })
}
/** Longer than the interval of the job that mails summaries. */
const roundsPass = () => world.clock.shift(61_000)

// covers: S-email
test('unread notifications are summed up in one mail after a minute', async () => {
  const resident = await world.resident()
  await confirmAddress(resident)
  await resident.call('doorbell.change_preferences', { switches: { emailNotifications: true } })
  await missOne(resident)
  const visitor = world.visitor()
  const { id } = await visitor.ring(resident)
  await visitor.call('doorbell.write_as_visitor', { id, message: 'Secret words' })
  await roundsPass()
  const [mail] = await eventually(
    'the mail',
    async () => {
      const mails = await mailsTo(resident)
      return mails.length > 0 ? mails : undefined
    },
    20_000,
  )
  expect(mail?.subject).toMatch(/^At your door: .*1 message$/)
  expect(mail?.text).toContain(`${world.url}/notifications`)
  expect(mail?.text).not.toMatch(/Secret|Vera/)
  // At most one mail in a quarter of an hour.
  await missOne(resident)
  await roundsPass()
  expect(await mailsTo(resident)).toHaveLength(1)
  await world.clock.shift(15 * 60_000)
  await eventually('the second mail', async () => (await mailsTo(resident)).length === 2, 20_000)
})

test('no summary is mailed when off, read, quiet or unconfirmed @all', async () => {
  const [off, reader, quiet, unconfirmed, told] = await Promise.all([
    world.resident(),
    world.resident(),
    world.resident(),
    world.resident(),
    world.resident(),
  ])
  for (const resident of [off, reader, quiet, told]) await confirmAddress(resident)
  for (const resident of [reader, quiet, unconfirmed, told])
    await resident.call('doorbell.change_preferences', { switches: { emailNotifications: true } })
  await quiet.call('doorbell.change_preferences', { switches: { doNotDisturb: true } })
  for (const resident of [off, quiet, unconfirmed, reader]) await missOne(resident)
  // Before the ring of the next one takes the time until it is mailed.
  await reader.call('doorbell.read_all_notifications', {})
  await missOne(told)
  await roundsPass()
  // Theirs was due in the same run of the job.
  await eventually('the mail of the one who wants it', async () => (await mailsTo(told)).length === 1, 20_000)
  for (const resident of [off, reader, quiet, unconfirmed]) expect(await mailsTo(resident)).toEqual([])
})

test('the summary counts what the system has to say @all', async () => {
  const resident = await world.resident()
  await confirmAddress(resident)
  await resident.call('doorbell.change_preferences', { switches: { emailNotifications: true } })
  await world.grantPremium(resident.user.id)
  await eventually('the notification of the plan', async () => (await kinds(resident)).includes('plan'))
  await roundsPass()
  const mail = await eventually('the mail', async () => (await mailsTo(resident))[0], 20_000)
  expect(mail?.subject).toBe('At your door: 1 message about your account')
})

// covers: E-notification-system
test('a new device and a changed plan notify once', async () => {
  const resident = await world.resident()
  await resident.anotherDevice()
  await eventually('the notification of the device', async () => (await kinds(resident)).includes('device'))
  await world.grantPremium(resident.user.id)
  await eventually('the notification of the plan', async () => (await kinds(resident)).includes('plan'))
  expect(await resident.call('doorbell.notifications', { type: 'system' })).toMatchObject([
    {
      kind: 'plan',
      params: { tier: 'premium' },
      name: 'premium',
      title: 'Your plan has changed',
      message: 'You are on the Premium plan.',
      actionRequired: false,
    },
    { kind: 'device', title: 'New device signed in', actionRequired: false },
  ])
})

// covers: P-premium-switches
test('premium switches need premium', async () => {
  const resident = await world.resident()
  for (const name of ['autoRecordVisits', 'allowMultipleQRCodes', 'customDoorbell'] as const)
    await expect(resident.call('doorbell.change_preferences', { switches: { [name]: true } })).rejects.toMatchObject({
      status: 403,
      code: 'subscription_required',
    })
  await world.grantPremium(resident.user.id)
  expect(await resident.call('doorbell.change_preferences', { switches: { customDoorbell: true } })).toMatchObject({
    switches: { customDoorbell: true },
  })
})

// covers: V-preferences
test.each([
  ['an unknown switch', { switches: { everything: true } }, 'switches', 'switches.everything: Unknown field'],
  ['an unknown key', { volume: 11 }, 'volume', 'volume: Unknown field'],
  ['a switch that is no switch', { switches: { doorbell: 'yes' } }, 'switches.doorbell', undefined],
  ['a channel that an event does not have', { matrix: { ring: { email: true } } }, 'matrix.ring', undefined],
  ['an hour there is not', { quietHours: { from: '24:00' } }, 'quietHours.from', 'Please enter a time such as 09:00'],
  ['a time without its nought', { quietHours: { to: '7:00' } }, 'quietHours.to', 'Please enter a time such as 09:00'],
  ['a time that is a number', { quietHours: { to: 700 } }, 'quietHours.to', 'Please enter a time such as 09:00'],
  ['an offset for a zone', { timeZone: '+05:30' }, 'timeZone', 'Unknown time zone'],
  ['an endless zone', { timeZone: 'A'.repeat(65) }, 'timeZone', 'Unknown time zone'],
])('preferences refuse %s', async (_what, body, _field, sentence) => {
  const resident = await world.resident()
  const answer = await resident.http('/api/preferences', { method: 'PATCH', body })
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', ...(sentence ? { message: sentence } : {}) } })
})

test.each(['type=parcel', 'unread=maybe', 'limit=0', 'limit=101', 'limit=x', `search=${'x'.repeat(101)}`, 'kinds=Ring', 'colour=red'])(
  'the notification list refuses %s',
  async (query) => {
    const resident = await world.resident()
    expect(await resident.http(`/api/notifications?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
  },
)

test('the Link to the next page keeps the filters', async () => {
  const resident = await world.resident()
  for (let count = 0; count < 3; count++) await world.visitor().ring(resident)
  await eventually('three notifications', async () => (await kinds(resident)).length === 3)
  const first = await resident.http('/api/notifications?limit=2&unread=true&search=vera')
  const link = String(first.headers.link)
  expect(link).toMatch(/^<\/api\/notifications\?limit=2&unread=true&search=vera&cursor=\d+>; rel="next"$/)
  const rest = await resident.http(link.slice(1, link.indexOf('>')))
  expect([first.body, rest.body].map((page) => (page as unknown[]).length)).toEqual([2, 1])
  expect(rest.headers.link).toBeUndefined()
})

test('notifications need a session, and others’ are the same 404', async () => {
  const [resident, other, nobody] = [await world.resident(), await world.resident(), world.person()]
  for (const path of ['/api/notifications', '/api/notifications/unread', '/api/preferences', '/api/preferences/preview'])
    expect((await nobody.http(path)).status).toBe(401)
  await world.visitor().ring(resident)
  const [mine] = await eventually('its notification', async () => {
    const found = await resident.call('doorbell.notifications', {})
    return found.length > 0 ? found : undefined
  })
  for (const id of [mine?.id ?? 0, 2_147_483_647])
    await expect(other.call('doorbell.read_notification', { id })).rejects.toMatchObject({ status: 404 } satisfies Partial<HttpError>)
  expect(await resident.http('/api/notifications/abc/read', { method: 'POST' })).toMatchObject({ status: 400 })
  expect(await resident.http('/api/notifications/read-all/undo', { method: 'POST', body: { at: 'yesterday' } })).toMatchObject({
    status: 400,
  })
  expect(await resident.http('/api/preferences', { method: 'DELETE' })).toMatchObject({ status: 405 })
})
