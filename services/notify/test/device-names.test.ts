/** One name for one device: the name that the resident gives it is also its session's, and is in what its session answers. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { PASSWORD, Person, type Resident } from '#scripts/testing/people.ts'
import { createSubscription, subscriptionInput, VENDOR_ENDPOINT } from '#scripts/testing/push/subscription.ts'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const STATE = { armed: true, permission: 'default' } as const
let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

/** An account with a second browser, which is a device. */
async function household() {
  const resident = await world.resident()
  const tablet = await resident.anotherDevice()
  const { id } = await tablet.call('notify.put_state', STATE)
  return { resident, tablet, id }
}
const ignore = (by: Resident, activityId: number) => by.call('doorbell.handle', { id: activityId, handledType: 'dismissed' })
const sessionNames = async (resident: Resident) =>
  (await resident.call('auth.sessions', {})).map(({ isCurrent, device }) => [isCurrent, device])

// covers: notify.change_device
test('what a renamed device answers, and its session, have its new name', async () => {
  const { resident, tablet, id } = await household()
  await resident.call('notify.change_device', { id, name: 'Kitchen tablet' })
  const { id: activityId } = await world.visitor().ring(resident)
  expect(await ignore(tablet, activityId)).toMatchObject({ answeredBy: 'Kitchen tablet' })
  expect(await sessionNames(resident)).toEqual([
    [false, 'Kitchen tablet'],
    [true, 'Unknown device'],
  ])
})

// covers: notify.change_device
test('a socket that was open before the rename answers with the new name', async () => {
  const { resident, tablet, id } = await household()
  const socket = await tablet.socket()
  await resident.call('notify.change_device', { id, name: 'Kitchen tablet' })
  // Gateways read the session again after the rename is answered.
  await eventually('an answer with the new name', async () => {
    const { id: activityId } = await world.visitor().ring(resident)
    socket.send({ type: 'call_response', visitorId: activityId, accepted: true, communicationType: 'message' })
    const { activity } = await socket.next('activity_changed', (frame) => frame.activityId === activityId && frame.answeredBy !== null)
    return activity.answeredBy === 'Kitchen tablet'
  })
})

test('a browser that signs in anew keeps the name of its device', async () => {
  const { resident, tablet } = await household()
  const subscription = subscriptionInput(createSubscription(`${VENDOR_ENDPOINT}${randomUUID()}`))
  const { id } = await tablet.call('notify.put_push', subscription)
  await resident.call('notify.change_device', { id, name: 'Kitchen tablet' })
  const again = await resident.anotherDevice()
  expect(await again.call('notify.put_push', subscription)).toMatchObject({ id, name: 'Kitchen tablet' })
  await eventually('the new session to be named', async () => {
    const own = (await again.call('auth.sessions', {})).find(({ isCurrent }) => isCurrent)
    return own?.device === 'Kitchen tablet'
  })
})

test('equal browsers of an account have different names, in the list of sessions too', async () => {
  const { resident } = await household()
  const signIn = async () => {
    const person = new Person(world.url)
    await person.call('auth.login', { username: resident.user.username, password: PASSWORD }, { 'user-agent': FIREFOX })
    return (await person.call('notify.put_state', STATE, { 'user-agent': FIREFOX })).name
  }
  expect([await signIn(), await signIn(), await signIn()]).toEqual(['Firefox on Linux', 'Firefox on Linux 2', 'Firefox on Linux 3'])
  await eventually('the sessions to be named', async () =>
    (await sessionNames(resident)).some(([, device]) => device === 'Firefox on Linux 3'),
  )
})

test('another account’s session is not named', async () => {
  const { resident, id } = await household()
  const stranger = await world.resident()
  await expect(stranger.call('notify.change_device', { id, name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
  const [other] = (await resident.call('auth.sessions', {})).filter(({ isCurrent }) => !isCurrent)
  const naming = { userId: stranger.user.id, session: other?.sessionId ?? '', name: 'Mine' }
  await expect(world.rpc('auth.name_session', naming)).rejects.toMatchObject({ code: 'not_found' })
  expect((await sessionNames(resident)).map(([, device]) => device)).toEqual(['Unknown device', 'Unknown device'])
})
