/** The door's public address (decision 1) and what is said about it. */

/** The gateway may name the configured public URL in the page's head; otherwise it is where this page came from (spec section 9). */
export function publicBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content
  return (named || location.origin).replace(/\/+$/, '')
}

export const doorLink = (base: string, qrCodeId: string): string => `${base}/visitor/${qrCodeId}`

/** How a person reads it: without the scheme. */
export const shownLink = (link: string): string => link.replace(/^https?:\/\//, '')

/** Only this computer can open such an address. */
export function isLocal(base: string): boolean {
  const host = new URL(base).hostname
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** A sign's short code in two groups of four. */
export const groupedCode = (code: string): string => code.replace(/^(.{4})(?=.)/, '$1 ')
