/** Who may create an account on this server (REGISTRATION; docs/product/decisions.md, 44). */
import type { Input } from '#proto/operations/index.ts'

export type RegistrationMode = 'open' | 'invite' | 'closed'

export interface Invitations {
  /** Whether this token is of an open invitation to a household. @throws AppError unavailable */
  isOpen(token: string): Promise<boolean>
}

/**
 * Whether a form comes with an invitation to a household (record 0084) that is open. It stays open: the new account accepts it afterwards.
 * Doorbell is called only where the answer decides.
 */
export const isInvited = async (
  mode: RegistrationMode,
  { invitation }: Pick<Input<'auth.register'>, 'invitation'>,
  invitations: Invitations,
): Promise<boolean> => mode === 'invite' && invitation !== undefined && (await invitations.isOpen(invitation))

/** @param invited by an invitation that has been checked; false for a stranger */
export const mayRegister = (mode: RegistrationMode, invited: boolean): boolean => mode === 'open' || (mode === 'invite' && invited)
