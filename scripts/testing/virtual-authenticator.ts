/** A device with a screen lock that makes passkeys, as Chromium simulates it (CDP, WebAuthn). */
import type { Page } from '@playwright/test'

type Authenticator = {
  /** Unlocks or locks it permanently. */
  readonly unlock: (isVerified: boolean) => Promise<void>
  /** Whether a user is present, who answers each request immediately, also one for suggestions. */
  readonly attend: (isPresent: boolean) => Promise<void>
}

/** Gives the page's browser one, unlocked. */
export async function withAuthenticator(page: Page): Promise<Authenticator> {
  const client = await page.context().newCDPSession(page)
  await client.send('WebAuthn.enable')
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    unlock: async (isUserVerified) => void (await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
    attend: async (enabled) => void (await client.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })),
  }
}
