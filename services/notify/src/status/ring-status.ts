import { STATUS } from '#proto/limits.ts'
import type { RingStatus } from '#proto/ring-status.ts'

/** @returns null while there is too little in it: fewer rings or doors would say something about a single household */
export const publicStatus = (counted: RingStatus | undefined): RingStatus | null =>
  counted && counted.doors >= STATUS.doorsLeast && counted.rings >= STATUS.ringsLeast ? counted : null
