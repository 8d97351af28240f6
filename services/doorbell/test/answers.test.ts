import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type SharedStack, sharedStack } from '#scripts/testing/shared-stack.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { device, openDoor, premiumDoor, residentFrames, ring, visitorFrames } from './people.ts'

let world: SharedStack
beforeAll(async () => {
  world = await sharedStack()
})
afterAll(() => world.close())

// covers: S-answer S-answer-call F-vocabulary doorbell.handle server.call_response server.activity_changed
test.each([
  ['message', 'message', 'answered_message'],
  ['video_call', 'video', 'answered_video'],
  ['audio_call', 'audio', 'answered_audio'],
] as const)('PUT handle with %s answers the ring for both sides for good', async (handledType, kind, outcome) => {
  const door = kind === 'message' ? await openDoor(world) : await premiumDoor(world)
  const { id, caller } = await ring(world, door)
  const [resident, visitor] = [await residentFrames(world, door), await visitorFrames(world, id)]
  const answered = await world.rpc('doorbell.handle', { id, handledType }, device(door))
  expect(answered).toMatchObject({ outcome, isHandled: true, answeredBy: 'Chrome on phone', answeredSession: `phone-${door.ownerId}` })
  expect(answered.endsAt).toBeUndefined()
  expect(await visitor.next('call_response')).toMatchObject({ activityId: id, accepted: true, communicationType: kind })
  expect(await resident.next('activity_changed')).toMatchObject({ activity: { id, outcome, answeredBy: 'Chrome on phone' } })
  // A plan that arrives meanwhile extends the retention (docs/product/decisions.md, 20).
  expect(await world.rpc('doorbell.handle', { id, handledType }, device(door))).toEqual({ ...answered, expiresAt: expect.any(String) })
  await expect(world.rpc('doorbell.handle', { id, handledType }, device(door, 'tablet'))).rejects.toMatchObject({
    code: 'answered_elsewhere',
  })
  await expect(world.rpc('doorbell.handle', { id, handledType: 'dismissed' }, device(door))).rejects.toMatchObject({
    code: 'answered_elsewhere',
  })
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome, isHandled: true })
})

// covers: V-premium-video V-premium-audio P-free-no-call subscription_required
test.each([
  ['video', 'You need a premium subscription to use video call features.'],
  ['audio', 'You need a premium subscription to use audio calls. Please upgrade your plan.'],
] as const)('answering by %s without premium is refused and the ring goes on', async (answer, message) => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  await expect(world.rpc('doorbell.claim', { activityId: id, answer }, device(door))).rejects.toMatchObject({
    code: 'subscription_required',
    message,
  })
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: null })
  await world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  await visitor.next('visit_changed')
  expect(JSON.stringify(visitor.frames)).not.toContain('subscription')
})

// covers: P-premium
test('the claim reads the current tier from billing', async () => {
  const door = await premiumDoor(world)
  const first = await ring(world, door)
  await world.rpc('doorbell.claim', { activityId: first.id, answer: 'video' }, device(door))
  const second = await ring(world, door)
  await world.rpc('billing.revoke_grant', { userId: door.ownerId, by: 'test' })
  await expect(world.rpc('doorbell.claim', { activityId: second.id, answer: 'video' }, device(door))).rejects.toMatchObject({
    code: 'subscription_required',
  })
})

// covers: S-first-wins answered_elsewhere
test('one of ten devices that answer concurrently wins', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door, `d${index}`))),
  )
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers.filter((one) => one.status === 'rejected'))
    expect(answer.reason).toMatchObject({ code: 'answered_elsewhere' })
})

// covers: S-answer-repeated
test('answering twice from one session returns the same result', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  const claim = () => world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))
  const [first, second] = [await claim(), await claim()]
  expect([first.repeated, second.repeated]).toEqual([false, true])
  expect(second.activity).toEqual(first.activity)
  await visitor.next('visit_changed')
  expect(visitor.frames.filter((frame) => frame.type === 'call_response')).toHaveLength(1)
})

// covers: S-dismiss F-vocabulary ring_over
test('Ignore ends the ring and closes the visitor’s chat', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  const visitor = await visitorFrames(world, id)
  expect(await world.rpc('doorbell.handle', { id, handledType: 'dismissed' }, device(door))).toMatchObject({
    outcome: 'dismissed',
    isHandled: true,
  })
  expect(await visitor.next('call_response')).toMatchObject({ accepted: false, reasonCode: 'dismissed', message: 'Call Declined' })
  expect(await world.rpc('doorbell.visit', { id }, caller)).toMatchObject({ outcome: 'dismissed', canWrite: false, againAt: null })
  await expect(world.rpc('doorbell.claim', { activityId: id, answer: 'message' }, device(door))).rejects.toMatchObject({
    code: 'ring_over',
  })
})

// covers: S-handled doorbell.mark_handled
test('Mark as Handled dismisses a live ring for good', async () => {
  const door = await openDoor(world)
  const { id } = await ring(world, door)
  const marked = await world.rpc('doorbell.mark_handled', { id, isHandled: true }, device(door))
  expect(marked).toMatchObject({ outcome: 'dismissed', isHandled: true })
  expect(await world.rpc('doorbell.mark_handled', { id, isHandled: true }, device(door, 'tablet'))).toEqual(marked)
})

test('Mark as Handled on a cancelled ring keeps its outcome', async () => {
  const door = await openDoor(world)
  const { id, caller } = await ring(world, door)
  await world.rpc('doorbell.cancel', { id }, caller)
  expect((await world.rpc('doorbell.activities', { limit: 10 }, device(door)))[0]).toMatchObject({ outcome: 'cancelled', isHandled: false })
  const resident = await residentFrames(world, door)
  expect(await world.rpc('doorbell.mark_handled', { id, isHandled: true }, device(door))).toMatchObject({
    outcome: 'cancelled',
    isHandled: true,
    answeredBy: null,
  })
  expect(await resident.next('activity_changed')).toMatchObject({ activity: { id, isHandled: true } })
})

// covers: L-storage-premium
test('a premium ring offers the camera and is stored for 30 days', async () => {
  const door = await premiumDoor(world)
  const tier = () => world.postgres<{ tier: string }>('doorbell', 'SELECT tier FROM owners WHERE id = $1', [door.ownerId])
  await eventually('the tier to be known', async () => (await tier())[0]?.tier === 'premium')
  const { id, visit } = await ring(world, door)
  expect(visit).toMatchObject({ offersCamera: true })
  const [kept] = await world.postgres(
    'doorbell',
    'SELECT (expires_at - timestamp) = make_interval(days => 30) AS month FROM activities WHERE id = $1',
    [id],
  )
  expect(kept).toEqual({ month: true })
})
