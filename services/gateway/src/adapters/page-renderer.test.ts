import { setImmediate } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { PageState, type VisitorBundle } from '#proto/visitor-page.ts'
import { createPageRenderer } from './page-renderer.ts'

/** A page that depends on more than its language. */
const pass = PageState.parse({ page: 'no-pass', now: '2026-01-01T10:00:00Z', failure: { code: 'unavailable', message: 'Gone.' } })
const nothing = () => undefined
const bundlesOf = (renderVisitor: () => string) => async () => ({ renderVisitor }) as Partial<VisitorBundle> as VisitorBundle

test('of pages that are asked for at once one is rendered at a time, and others have their turn in between', async () => {
  const seen: string[] = []
  const render = createPageRenderer(
    bundlesOf(() => seen.push('page').toString()),
    nothing,
  )
  const pages = [render('en', pass, undefined), render('en', pass, undefined), render('en', pass, undefined)]
  while (seen.filter((what) => what === 'page').length < pages.length) {
    seen.push('other')
    await setImmediate()
  }
  expect(seen.join(' ')).toMatch(/page other( other)* page other( other)* page/)
  expect((await Promise.all(pages)).map(({ length }) => length)).toEqual([1, 1, 1])
})

test('a page that depends on its language alone is rendered once, however many ask for the first one', async () => {
  const seen: string[] = []
  const render = createPageRenderer(
    bundlesOf(() => seen.push('page').toString()),
    nothing,
  )
  const limited = PageState.parse({ page: 'limited', now: '2026-01-01T10:00:00Z' })
  const pages = await Promise.all([render('en', limited, undefined), render('en', limited, undefined), render('de', limited, undefined)])
  expect(pages.map(String)).toEqual(['1', '1', '2'])
})

test('a page that cannot be rendered does not stop the next one', async () => {
  let isBroken = true
  const renderVisitor = () => {
    if (isBroken) throw new Error('broken')
    return 'page'
  }
  const render = createPageRenderer(bundlesOf(renderVisitor), nothing)
  await expect(render('en', pass, undefined)).rejects.toThrow('broken')
  isBroken = false
  expect(String(await render('en', pass, undefined))).toBe('page')
})
