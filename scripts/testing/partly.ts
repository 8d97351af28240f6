/** Partial dependencies for tests: the given members are checked by their types, then cast. */
export type Partly<Deps> = { readonly [Name in keyof Deps]?: Partial<Deps[Name]> }
