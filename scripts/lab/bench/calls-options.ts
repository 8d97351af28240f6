/** The options of `npm run bench -- call --count`. */

export type CallsOptions = {
  readonly count: number
  readonly atOnce: number
  readonly pages: number
  readonly isStressed: boolean
  readonly only: string
}

type Arguments = {
  readonly count?: string | undefined
  readonly 'at-once'?: string | undefined
  readonly pages?: string | undefined
  readonly stress?: boolean | undefined
  /** Only variations whose name contains this are made. */
  readonly only?: string | undefined
}

const isPositive = (text: string) => /^[1-9]\d{0,5}$/.test(text)

/** @returns undefined if an option is not a number, so that a run without calls does not pass */
export function readCallsOptions({
  count = '',
  'at-once': atOnce = '1',
  pages = '1',
  stress = false,
  only = '',
}: Arguments): CallsOptions | undefined {
  if (![count, atOnce].every(isPositive) || !['1', '2'].includes(pages)) return undefined
  return { count: Number(count), atOnce: Number(atOnce), pages: Number(pages), isStressed: stress, only }
}
