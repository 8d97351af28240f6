/** Mails of the embedded start, as the dev mailbox shows them. */
import { expect } from '@playwright/test'
import type { Stack } from '#scripts/testing/stack.ts'

/**
 * Waits for a mail with a link to /auth.
 * @param name of the link's token in the fragment: `reset`, `verify`
 * @returns the link of the newest such mail
 */
export async function mailedLink(world: Stack, to: string, name: string): Promise<string> {
  const find = async () => {
    const mails = await world.rpc('auth.dev_mails', {})
    const pattern = new RegExp(`\\S+#${name}=[\\w-]+`)
    const links = mails.filter((mail) => mail.to === to).map(({ at, text }) => ({ at, link: text.match(pattern)?.[0] }))
    return links.filter(({ link }) => link).sort((a, b) => b.at.localeCompare(a.at))[0]?.link
  }
  await expect.poll(find, { message: `a mail to ${to} with #${name}=` }).toBeDefined()
  const link = (await find()) ?? ''
  // The link's host is that of PUBLIC_URL, which may differ from the one that the test uses.
  return `${world.url}/auth${link.slice(link.indexOf('#'))}`
}
