/** First letters of the first and the last word that begin with a letter; a house number or a sign is nobody's initial. */
export const initials = (...names: (string | null | undefined)[]) =>
  names
    .flatMap((name) => (name ?? '').trim().split(/\s+/))
    .filter((word) => /^\p{L}/u.test(word))
    .map((word) => [...word][0]?.toUpperCase())
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
