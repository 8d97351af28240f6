/** In a module of its own, because the visitor's page loads it and not the sentences (issues.ts). */

/** Puts the parameters into a sentence, `{name}` by `{name}`; an unknown placeholder stays. */
export const fillPlaceholders = (sentence: string, params: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
