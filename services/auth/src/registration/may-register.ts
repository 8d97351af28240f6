/** Who may create an account on this server (REGISTRATION; docs/product/decisions.md, 44). */
import type { Input } from '#proto/operations/index.ts'

export type RegistrationMode = 'open' | 'invite' | 'closed'

/**
 * Whether a form comes with an invitation to a household. There are no households yet (docs/product/decisions.md, 41), so nobody is
 * invited; the invitation that a form names is to be checked here.
 */
export const isInvited = (_form: Input<'auth.register'>): boolean => false

/** @param invited by an invitation that has been checked; false for a stranger */
export const mayRegister = (mode: RegistrationMode, invited: boolean): boolean => mode === 'open' || (mode === 'invite' && invited)
