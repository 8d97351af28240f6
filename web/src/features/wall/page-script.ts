/** The name of the page's script changes with each build, so that an open page finds that the server has a newer one. */

const MODULE = /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/

/** @returns the address of the script in a page's document; undefined for a document that is not one of our pages */
export const pageScriptOf = (html: string): string | undefined => MODULE.exec(html)?.[1]
