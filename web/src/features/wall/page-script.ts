/** The name of the page's script changes with each build, so that an open page finds that the server has a newer one. */

const MODULE = /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/

/** @returns the address of the script in the document of a page; undefined for what is none of our pages */
export const pageScriptOf = (html: string): string | undefined => MODULE.exec(html)?.[1]
