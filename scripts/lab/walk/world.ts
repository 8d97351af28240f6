import type { Stack } from '#scripts/testing/stack.ts'

/** What a walk needs of a product: the test world has it, and so has a product that runs already (scripts/lab/upgrade). */
export type WalkWorld = Pick<Stack, 'url' | 'person' | 'visitor' | 'resident' | 'rpc' | 'clock'>
