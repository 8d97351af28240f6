const ISOLATES = /[\u2068\u2069]/g

/** The initials of the first and last word that start with a letter; numbers and symbols are skipped. */
export const initials = (...names: (string | null | undefined)[]) =>
  names
    .flatMap((name) => (name ?? '').replace(ISOLATES, '').trim().split(/\s+/))
    .filter((word) => /^\p{L}/u.test(word))
    .map((word) => [...word][0]?.toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
