const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802-\ud803\ud83a-\ud83b]/

/**
 * A name inside a sentence of the page. A right-to-left one is isolated: else it takes the numbers and brackets beside it along
 * (https://www.w3.org/International/questions/qa-bidi-unicode-controls). A separate element needs `<bdi>` instead.
 */
export const isolate = (name: string): string => (RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name)
