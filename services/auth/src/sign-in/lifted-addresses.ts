/** Blocked addresses that owners let try their accounts again, as security's events say. */
export interface LiftedAddresses {
  /** Until the block ends; the address's failures on this account no longer count. Idempotent; does nothing for a deleted account. */
  lift(userId: number, address: string, expiresAt: Date | null): Promise<void>
  /** Whether the owner of the account lets the blocked address try it. */
  isLifted(userId: number, address: string, now: Date): Promise<boolean>
  /** The address is no longer blocked. */
  forget(address: string): Promise<void>
}
