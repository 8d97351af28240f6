import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Longer than any change of looks; a countdown runs on. Milliseconds. */
const SHORT = 1_000

/** Painted, and done with what changes its looks: colours on their way are neither the old ones nor the new ones. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async (short) => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const changes = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= short)
    await Promise.allSettled(changes.map((animation) => animation.finished))
  }, SHORT)
}

const WCAG = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
/** Beyond them: headings in their order, and nothing outside of the page's landmarks. */
const PLACES = { 'heading-order': { enabled: true }, region: { enabled: true } }

/** What axe finds, as rule and element: an empty list is the aim (WCAG 2.2 AA). */
export async function violations(page: Page): Promise<string[]> {
  await stillness(page)
  const { violations: found } = await new AxeBuilder({ page }).options({ runOnly: WCAG, rules: PLACES }).analyze()
  return found.flatMap((rule) => rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')}`))
}

/** In light and dark alike. */
export async function expectNone(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect([colorScheme, await violations(page)]).toEqual([colorScheme, []])
  }
}
