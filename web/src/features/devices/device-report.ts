/** This browser's report about itself: whether it may play sounds and show notifications. Touches cause no requests, changes do. */
import type { Input } from '#proto/operations/index.ts'

export type DeviceState = Input<'notify.put_state'>

const MINUTE_MS = 60_000
/** How often an open page checks whether a report is due. */
export const LOOK_EVERY_MS = 5 * MINUTE_MS
/** An open page reports at least once an hour: a report is due at one of the checks, so the interval between checks is subtracted. */
const REPEAT_MS = 60 * MINUTE_MS - LOOK_EVERY_MS
/** Use of the device is reported when the last report is older than this. */
const USED_MS = 5 * MINUTE_MS

export type DeviceReport = {
  /**
   * The state may be the same as before; a report that failed is sent with the next call.
   * @param isUsed the page shows or answers a ring, or has become visible
   */
  readonly update: (state: DeviceState, isUsed?: boolean) => Promise<void>
}

/** @param send rejects where the server did not store it */
export function createDeviceReport(send: (state: DeviceState) => Promise<unknown>, now: () => number): DeviceReport {
  let stored: { readonly state: DeviceState; readonly at: number } | undefined
  let sending: Promise<void> | undefined
  let waiting: { readonly state: DeviceState; readonly repeatMs: number } | undefined

  const isStored = ({ state, repeatMs }: NonNullable<typeof waiting>) =>
    stored !== undefined &&
    stored.state.armed === state.armed &&
    stored.state.permission === state.permission &&
    now() - stored.at < repeatMs

  async function run(): Promise<void> {
    while (waiting && !isStored(waiting)) {
      const { state } = waiting
      waiting = undefined
      try {
        await send(state)
        stored = { state, at: now() }
      } catch {
        return
      }
    }
  }
  return {
    update: (state, isUsed = false) => {
      waiting = { state, repeatMs: isUsed ? USED_MS : REPEAT_MS }
      sending ??= run().finally(() => {
        sending = undefined
      })
      return sending
    },
  }
}
