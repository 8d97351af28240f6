/**
 * The shape of a catalogue: the same keys, any words. A second language's file says `const x: Words<typeof english>`, so that a text
 * that is missing, left over or takes something else does not compile.
 */
export type Words<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [K in keyof T]: Words<T[K]> }
