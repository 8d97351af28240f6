/** Passkeys in this browser. The library that talks to it is loaded when somebody asks. */
import type { CreationOptions, NewCredential, RequestOptions, UsedCredential } from '#proto/operations/passkeys.ts'
import { publicBase } from './door-link.ts'

const IP_ADDRESS = /^\[|^[\d.]+$/

/** @returns whether a page is where passkeys are made for: the public address, if that is a name (WebAuthn, 5.1.3) */
export const isPasskeyOrigin = ({ origin, hostname }: Pick<Location, 'origin' | 'hostname'>, base: string): boolean =>
  origin === base && !IP_ADDRESS.test(hostname)

export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isPasskeyOrigin(location, publicBase())
}

/** A person who closes the browser's question, or lets it time out, has said no: there is nothing to show. */
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
