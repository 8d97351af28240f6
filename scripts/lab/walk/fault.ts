/** A failed check of a walk, described so that two runs of one fault agree, with the observed values. */
export class Fault extends Error {
  /** Describes the fault without ids and times; a history is shrunk as long as this stays the same. */
  readonly what: string

  constructor(what: string, seen: unknown) {
    super(`${what}\n  ${(typeof seen === 'string' ? seen : (JSON.stringify(seen) ?? '')).slice(0, 1_500)}`)
    this.what = what
  }
}
