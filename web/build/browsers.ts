/** The oldest that phones at a door still have (record 0061); scripts/check/conventions.ts knows what they lack. */
export const BROWSERS = ['chrome107', 'edge107', 'firefox104', 'safari16']
