/** A separate module, because the visitor's page loads it without the sentences (issues.ts). */

/** Puts the parameters into a sentence, `{name}` by `{name}`; an unknown placeholder stays. */
export const fillPlaceholders = (sentence: string, params: Readonly<Record<string, string | number>>): string =>
  sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder))
