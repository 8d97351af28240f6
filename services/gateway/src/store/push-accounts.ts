/** Verifies tokens of pushes with notify's keys: a request to notify for each would cost what the limits are to save. */
import { readPushToken } from '#kit/push-tokens.ts'
import type { PushAccounts } from '../domain/ports.ts'

const KEPT_MS = 600_000
/** While notify does not answer. */
const ASK_AGAIN_MS = 1_000

/** kit's Bus is one. */
type Asks = { readonly call: (name: 'notify.report_keys', input: Record<string, never>) => Promise<{ readonly keys: readonly string[] }> }

/** Until it has the keys, every token counts as invented: by its address. */
export function createPushAccounts(bus: Asks, steady: () => number = () => performance.now()): PushAccounts {
  let keys: readonly string[] = []
  let askAt = Number.NEGATIVE_INFINITY
  function refresh(): void {
    askAt = steady() + ASK_AGAIN_MS
    const keep = (answer: { readonly keys: readonly string[] }) => {
      keys = answer.keys
      askAt = steady() + KEPT_MS
    }
    void bus.call('notify.report_keys', {}).then(keep, () => undefined)
  }
  refresh()
  return (token) => {
    if (steady() >= askAt) refresh()
    return readPushToken(token, keys)?.userId
  }
}
