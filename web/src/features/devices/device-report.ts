/** What this browser reports of itself: whether it may sound and show notifications. Touches make no traffic, changes do. */
import { DAY_MS } from '#proto/durations.ts'
import type { Input } from '#proto/operations/index.ts'

export type DeviceState = Input<'notify.put_state'>

/** An open page says this often that it is there. */
const REPEAT_MS = DAY_MS / 2

export type DeviceReport = {
  /** The state may be the same as before; a report that failed is sent with the next call. */
  readonly update: (state: DeviceState) => Promise<void>
}

/** @param send rejects where the server did not store it */
export function createDeviceReport(send: (state: DeviceState) => Promise<unknown>, now: () => number): DeviceReport {
  let stored: { readonly state: DeviceState; readonly at: number } | undefined
  let sending: Promise<void> | undefined
  let waiting: DeviceState | undefined

  const isStored = (state: DeviceState) =>
    stored !== undefined &&
    stored.state.armed === state.armed &&
    stored.state.permission === state.permission &&
    now() - stored.at < REPEAT_MS

  async function run(): Promise<void> {
    while (waiting && !isStored(waiting)) {
      const state = waiting
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
    update: (state) => {
      waiting = state
      sending ??= run().finally(() => {
        sending = undefined
      })
      return sending
    },
  }
}
