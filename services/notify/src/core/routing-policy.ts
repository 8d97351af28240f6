/** The steps when no device has reported that it shows a ring, in this order; times count from the ring. */
export type StepKind = 'mail'
export type RoutingStep = { readonly kind: StepKind; readonly afterSeconds: number }

export const ROUTING_POLICY: readonly RoutingStep[] = [{ kind: 'mail', afterSeconds: 8 }]

/** The kinds that this release has. */
export const STEP_KINDS: readonly StepKind[] = ROUTING_POLICY.map(({ kind }) => kind)
