/**
 * The type of a translated catalogue: the same keys, other texts. A second language's file declares `const x: TranslationOf<typeof
 * english>`, so that a missing or extra text, or one with other parameters, does not compile.
 */
export type TranslationOf<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [K in keyof T]: TranslationOf<T[K]> }
