import type { Bus } from '#kit/bus.ts'
import type { Log } from '#kit/log.ts'
import type { IssuedCodes } from './closed-door-error.ts'
import type { AccountCodes } from './manage-doors.ts'

/** The form of a code that the server generates (docs/product/decisions.md, 2): a new account has no other. */
const GENERATED_CODE = /^[0-9A-Za-z]{20}$/
const ISSUED_TIMEOUT = 500
/** Limits the load on auth when many codes are tried. */
const ISSUED_AT_ONCE = 8

export function createAuthClient(bus: Bus, log: Log): IssuedCodes & AccountCodes {
  let pending = 0
  return {
    wasCodeIssuedRecently: async (qrCodeId) => {
      if (!GENERATED_CODE.test(qrCodeId) || pending >= ISSUED_AT_ONCE) return false
      pending += 1
      try {
        return (await bus.call('auth.code_issued', { qrCodeId }, { timeout: ISSUED_TIMEOUT })).issued
      } catch {
        return false
      } finally {
        pending -= 1
      }
    },
    updateCode: async (change) => {
      await bus
        .call('auth.keep_code', change, { timeout: 1_000 })
        .catch((err: unknown) => log.warn({ err, userId: change.userId }, 'auth code update failed, the event will repeat it'))
    },
  }
}
