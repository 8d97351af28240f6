/** A set of values, and the manifests that the chart renders from it. */
import type { Manifest } from './manifests.ts'
import type { Values } from './values.ts'

export type Rendered = {
  readonly values: Values
  readonly manifests: readonly Manifest[]
  readonly releaseNamespace: string
  readonly mediaNamespace: string
}
