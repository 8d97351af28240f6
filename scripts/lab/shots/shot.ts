import type { Page } from '@playwright/test'
import type { Studio } from './studio.ts'

/** One screen in one state: its name, and how a person gets there. */
export type Shot = {
  readonly name: string
  /** Moves the product's clock, but not the Date header of HTTP: such shots are taken after those that show a countdown. */
  readonly shiftsClock?: boolean
  /** @returns the page to be photographed, with the state on it */
  readonly take: (studio: Studio) => Promise<Page>
}
