import type { BrowserContext, Page } from '@playwright/test'

const TABS = 3

/** Visits pages in several tabs concurrently, because most of the time is spent waiting for a page to settle. */
export async function visitAll<Visit>(
  context: BrowserContext,
  visits: readonly Visit[],
  make: (page: Page, visit: Visit) => Promise<void>,
): Promise<void> {
  const left = [...visits]
  const makeLeft = async () => {
    const page = await context.newPage()
    for (let visit = left.shift(); visit !== undefined; visit = left.shift()) await make(page, visit)
    await page.close()
  }
  await Promise.all(Array.from({ length: TABS }, makeLeft))
}
