/** Devices whose weekly check is due. */
export type DueCheck = {
  readonly deviceId: string
  readonly userId: number
  readonly session: string
  readonly platform: string
  readonly isReachable: boolean
  readonly due: Date
}

export interface Checks {
  /** Those that have been due longest first. @param after of the page before */
  due(now: Date, after: DueCheck | undefined, limit: number): Promise<readonly DueCheck[]>
  /** Does nothing where the resident, or another copy, has changed its time meanwhile. */
  reschedule(check: DueCheck, nextCheckAt: Date): Promise<void>
}
