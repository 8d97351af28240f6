/** The measurement of one product. Only types: `ring.ts` and `call.ts` make samplers, `child.ts` runs one, `compare.ts` compares two. */

/** Figures by name; less is better. */
export type Figures = Readonly<Record<string, number>>

/** A started product. */
export type Sampler = {
  /** Measures each figure once. */
  readonly sample: () => Promise<Figures>
  readonly stop: () => Promise<void>
}

/** The child's messages: `{}` once it is started, the figures of each sample, or why there are none. */
export type Reply = { readonly figures?: Figures; readonly error?: string }
