import type { Stack } from '#scripts/testing/stack.ts'

/** The functions of a product that a walk uses: the test world has them, and so has a product that runs already (scripts/lab/upgrade). */
export type WalkWorld = Pick<Stack, 'url' | 'person' | 'visitor' | 'resident' | 'rpc' | 'clock'>
