/** The oldest browsers that are supported (record 0061); scripts/check/conventions.ts refuses what they lack. */
export const BROWSERS = ['chrome107', 'edge107', 'firefox104', 'safari16']
