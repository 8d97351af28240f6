/** A device with a screen lock that makes passkeys, as Chromium simulates it (CDP, WebAuthn). */
import type { Page } from '@playwright/test'

type Authenticator = {
  /** Unlocks or locks it permanently. */
  readonly unlock: (isVerified: boolean) => Promise<void>
  /** Sets whether a user is present, who answers each request immediately, also the browser's suggestions. */
  readonly attend: (isPresent: boolean) => Promise<void>
}

/** Adds an unlocked authenticator to the page's browser. */
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
