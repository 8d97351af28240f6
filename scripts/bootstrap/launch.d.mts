/** The tree's root. */
export const ROOT: string
