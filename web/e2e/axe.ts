import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Longer than any transition. Milliseconds. */
const SHORT = 1_000

/** Waits until transitions have ended, because colours in transition are neither the old nor the new ones. */
async function stillness(page: Page): Promise<void> {
  await page.evaluate(async (short) => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const changes = document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().endTime) <= short)
    await Promise.allSettled(changes.map((animation) => animation.finished))
  }, SHORT)
}

const WCAG = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
/** Additional rules: heading order, and no content outside landmarks. */
const PLACES = { 'heading-order': { enabled: true }, region: { enabled: true } }

/** The themes differ only in colours, so the dark one is only checked for contrast. */
const RULES = {
  light: { runOnly: WCAG, rules: PLACES },
  dark: { runOnly: { type: 'rule' as const, values: ['color-contrast'] } },
}

/** What axe finds in both themes, as theme, rule and element: an empty list is the aim (WCAG 2.2 AA). */
export async function violations(page: Page): Promise<string[]> {
  const all: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await stillness(page)
    // The legacy mode does not open a page for every analysis. It cannot analyse frames of other origins, which our pages do not have.
    const { violations: found } = await new AxeBuilder({ page }).options(RULES[colorScheme]).setLegacyMode().analyze()
    all.push(...found.flatMap((rule) => rule.nodes.map((node) => `${colorScheme} ${rule.id}: ${node.target.join(' ')}`)))
  }
  return all
}

export async function expectNone(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([])
}
