/** The tree's root. */
export const ROOT: string
/** The Node that came with the dependencies. */
export function ownNode(): string
