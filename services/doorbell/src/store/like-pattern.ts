/** A substring pattern for LIKE and ILIKE: escapes `%`, `_` and `\`, so that they match themselves. */
export const likePattern = (search: string) => `%${search.replace(/[\\%_]/g, '\\$&')}%`
