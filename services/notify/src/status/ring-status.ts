import { STATUS } from '#proto/limits.ts'
import type { RingStatus } from '#proto/ring-status.ts'

/** @returns null with too few rings or doors: the figures would be about a single household */
export const publicStatus = (counted: RingStatus | undefined): RingStatus | null =>
  counted && counted.doors >= STATUS.doorsLeast && counted.rings >= STATUS.ringsLeast ? counted : null
