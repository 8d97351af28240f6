/** The accounts of a run, as Node and k6 both know them. */

/** A resident who is registered and signed in: `cookie` is the header of the session, `qrCodeId` the code of the first door. */
export type LoadAccount = { readonly id: number; readonly username: string; readonly cookie: string; readonly qrCodeId: string }

/** The content of the file that `-e ACCOUNTS` names: residents with one password. */
export type AccountSet = { readonly password: string; readonly accounts: readonly LoadAccount[] }

/** An account that can sign in and delete itself. */
export type OwnedAccount = LoadAccount & { readonly password: string }

/** @param unique random characters @returns a password that the policy of registrations accepts */
export const passwordOf = (unique: string): string => `${unique}-1A`

/**
 * The body of a registration. No mail can be delivered to `.invalid` (RFC 2606); a ring needs no confirmed address.
 * @param unique hexadecimal digits that no other account has
 */
export function registrationOf(unique: string, password: string) {
  const username = `load-${unique}`
  const names = { firstName: 'Load', lastName: 'Resident' }
  return { ...names, email: `${username}@load.invalid`, username, password, confirmPassword: password }
}
