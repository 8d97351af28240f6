/** Blocked addresses that owners let try their accounts again, as security's events say. */
export interface LiftedAddresses {
  /** Until the block ends; the address's failures on this account no longer count. Idempotent; nothing for an account that is gone. */
  lift(userId: number, address: string, expiresAt: Date | null): Promise<void>
  /** Whether the owner of the account lets the blocked address try it. */
  isLifted(userId: number, address: string, now: Date): Promise<boolean>
  /** The address is blocked no more. */
  forget(address: string): Promise<void>
}
