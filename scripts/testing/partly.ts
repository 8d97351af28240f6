/** What a test gives of dependencies, of each only what is used: checked by their types, then cast to them. */
export type Partly<Deps> = { readonly [Name in keyof Deps]?: Partial<Deps[Name]> }
