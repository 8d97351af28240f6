/** What somebody typed, as a part to look for: ILIKE's own signs mean themselves. */
export const partOf = (search: string | undefined) => (search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null)
