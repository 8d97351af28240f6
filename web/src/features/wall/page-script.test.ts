import { expect, test } from '@jest/globals'
import { pageScriptOf } from './page-script.ts'

test('the script of a built page is found whatever the order of its attributes', () => {
  const src = '/assets/index-B2x.js'
  expect(pageScriptOf(`<head><script src="/other.js"></script><script type="module" crossorigin src="${src}"></script>`)).toBe(src)
  expect(pageScriptOf(`<script src="${src}" type="module"></script>`)).toBe(src)
})

test('the page of a proxy has no script of ours', () => {
  expect(pageScriptOf('<html><body>Bad gateway</body></html>')).toBeUndefined()
})
