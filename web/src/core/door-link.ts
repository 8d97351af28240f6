/** The door's public address (docs/product/decisions.md, 1) and how it is shown. */

/** The configured public URL, if the gateway put it into the page's head; else this page's origin (docs/product/specification.md, 9). */
export function publicBase(): string {
  const named = document.querySelector<HTMLMetaElement>('meta[name="public-url"]')?.content
  return (named || location.origin).replace(/\/+$/, '')
}

export const doorLink = (base: string, qrCodeId: string): string => `${base}/visitor/${qrCodeId}`

/** The link as shown: without the scheme. */
export const shownLink = (link: string): string => link.replace(/^https?:\/\//, '')

/** Whether only this computer can open the address. */
export function isLocal(base: string): boolean {
  const host = new URL(base).hostname
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** A sign's short code in two groups of four. */
export const groupedCode = (code: string): string => code.replace(/^(.{4})(?=.)/, '$1 ')
