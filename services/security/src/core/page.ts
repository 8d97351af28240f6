/** A page of a list, newest first. */
export type Page = {
  readonly limit: number
  /** Ids below this one. */
  readonly before: number | undefined
}
