// @all: one order of two sockets
/** A visitor whose network was lost for a moment: the old socket closes while the new one registers. */
import { afterAll, beforeAll, test } from '@jest/globals'
import { type Stack, startStack } from '#scripts/testing/stack.ts'
import { eventually } from '#scripts/testing/wait.ts'

let world: Stack
beforeAll(async () => {
  world = await startStack({ services: ['auth', 'doorbell', 'billing', 'security', 'signaling', 'gateway'] })
})
afterAll(() => world.stop())

const VISITORS = 12
const BLINKS = 5

// covers: S-visitor-away
test('a visitor whose old socket closes while the new one registers is there', async () => {
  const people = await Promise.all(
    Array.from({ length: VISITORS }, async () => {
      const resident = await world.resident()
      const visitor = world.visitor()
      const visit = await visitor.ring(resident)
      return { resident, visitor, visit }
    }),
  )
  await Promise.all(
    people.map(async ({ resident, visitor, visit }) => {
      let socket = await visitor.socket(visit)
      for (let blink = 0; blink < BLINKS; blink += 1) {
        const next = await visitor.connect()
        next.send({ type: 'register_visitor', activityId: visit.id })
        socket.close()
        await next.next('register_success')
        socket = next
      }
      await eventually('the visitor to be there', async () => (await resident.activities())[0]?.visitorAway === false)
    }),
  )
})
