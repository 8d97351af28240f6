import type { Page } from '@playwright/test'

/** Nothing covers the element's centre, and it is inside the window. */
export const isInView = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { left, top, width, height, bottom } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return top >= 0 && bottom <= window.innerHeight && hit !== null && (element.contains(hit) || hit.contains(element))
  })
