import type { Page } from 'playwright-core'
import { TIME } from '#proto/limits.ts'

/** Waits until the open modal of the incoming ring accepts presses: TIME.buttonsIgnorePresses after a change of its buttons. */
export async function untilPressesCount(page: Page): Promise<void> {
  const seen = await page.evaluate(() => performance.now())
  await page.waitForFunction(([from, ignored]) => performance.now() - from > ignored, [seen, TIME.buttonsIgnorePresses] as const)
}
