import { expect } from '@playwright/test'
import { endRingLife, incoming } from '../actions.ts'
import { test } from '../fixtures.ts'

test('each later ring counts down on its own', { tag: '@all' }, async ({ openResident, world }) => {
  const { page: home, resident } = await openResident()
  const dialog = incoming(home)
  await world.visitor().ring(resident, { visitorName: 'Marcus Bell' })
  // The first ring's life is shortened, so that it ends within seconds.
  await endRingLife(world, resident, 9_000)
  await expect(dialog.getByRole('timer')).toHaveText(/^[3-6]$/)
  const counts = home.evaluate(() => {
    const isOver = () => document.querySelector('[role=alertdialog]')?.textContent.includes('No one answered in time') ?? false
    return new Promise<{ readonly before: readonly number[]; readonly over: readonly number[] }>((resolve) => {
      const seen = { before: new Set<number>(), over: new Set<number>() }
      const observer = new MutationObserver(() => {
        const left = document.querySelector('[role=alertdialog] li span:last-of-type')?.textContent
        if (left) seen[isOver() ? 'over' : 'before'].add(Number.parseInt(left, 10))
        if (isOver() || seen.over.size === 0) return
        observer.disconnect()
        resolve({ before: [...seen.before], over: [...seen.over] })
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  })
  await world.visitor().ring(resident, { visitorName: 'Nina North' })
  await expect(dialog.getByText('Nina North')).toBeVisible()
  const { before, over } = await counts
  expect(Math.max(...before)).toBeLessThanOrEqual(30)
  expect(over.length).toBeGreaterThan(1)
})
