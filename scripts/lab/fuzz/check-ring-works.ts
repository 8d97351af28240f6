/** Checks that the product still works after a run. */
import { Fault } from '#scripts/lab/walk/fault.ts'
import type { Crowd } from './crowd.ts'

const PAST_TWO_MINUTES = 2 * 61_000

/** The run may have enabled quiet settings. */
const LOUD = {
  switches: { doNotDisturb: false, doorbell: true },
  quietHours: { enabled: false },
  matrix: { ring: { modal: true } },
}

/** Rings at a new resident and at one of the run, who answer the visitor. @throws Fault */
export async function checkRingWorks(crowd: Crowd): Promise<void> {
  // By then the limits of the door have expired (docs/product/interface.md: an ordinary ring works again within two minutes).
  await crowd.advance(PAST_TWO_MINUTES)
  for (const resident of [await crowd.world.resident(), crowd.home(0).resident]) {
    await resident.call('doorbell.change_preferences', LOUD)
    const device = await resident.socket()
    const visitor = crowd.world.visitor()
    try {
      const visit = await visitor.ring(resident)
      const page = await visitor.socket(visit)
      await device.next('doorbell_ring', ({ activityId }) => activityId === visit.id)
      await resident.call('doorbell.handle', { id: visit.id, handledType: 'message' })
      await page.next('call_response', ({ accepted }) => accepted)
    } catch (error) {
      throw new Fault('after the run a ring does not reach its resident', String(error))
    }
  }
}
