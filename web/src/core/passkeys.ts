/** Passkeys in this browser. The library that talks to it is loaded where passkeys are used. */
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from '#proto/operations/passkeys.ts'
import { publicBase } from './door-link.ts'

const IP_ADDRESS = /^\[|^[\d.]+$/

/** @returns whether passkeys can be used on this page: at the public address, if that is a name (WebAuthn, 5.1.3) */
export const isPasskeyOrigin = ({ origin, hostname }: Pick<Location, 'origin' | 'hostname'>, base: string): boolean =>
  origin === base && !IP_ADDRESS.test(hostname)

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isPasskeyOrigin(location, publicBase())
}

/** Closing the browser's prompt, or letting it time out, is a cancellation: nothing is shown. */
const isCancelled = (error: unknown) => error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')

/** @returns undefined if the person cancelled @throws Error named `InvalidStateError` if this device has a passkey of the account */
export async function createPasskey(options: CreationOptions): Promise<NewCredential | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: options })
    const { clientDataJSON, attestationObject } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject } }
  } catch (error) {
    if (isCancelled(error)) return undefined
    throw error
  }
}

/** @returns undefined if the person cancelled */
export async function askForPasskey(options: RequestOptions): Promise<UsedCredential | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options })
    return { id, rawId, type, response }
  } catch (error) {
    if (isCancelled(error)) return undefined
    throw error
  }
}

/** Whether the browser suggests passkeys for a field with `autocomplete="username webauthn"` (WebAuthn, conditional mediation). */
export async function canSuggestPasskeys(): Promise<boolean> {
  const { browserSupportsWebAuthnAutofill } = await import('@simplewebauthn/browser')
  return hasPasskeys() && browserSupportsWebAuthnAutofill()
}

/**
 * Lets the browser suggest passkeys, silently, until the next prompt for a passkey ends that. Fails silently as well: there is a button.
 * @returns undefined if none was chosen
 */
export async function suggestPasskeys(options: RequestOptions): Promise<UsedCredential | undefined> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
    return { id, rawId, type, response }
  } catch {
    return undefined
  }
}

/** Ends what `suggestPasskeys` and `askForPasskey` have begun. */
export async function endPasskeyRequests(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
