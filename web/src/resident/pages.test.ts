import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { RESIDENT_PAGES } from '#proto/pages.ts'

// As text: the page components are JSX, which Node does not run.
const sources = ['./pages.ts', './routes.tsx'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('\n')

test('every page that the gateway serves has a route', () => {
  const routed = [...sources.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path)
  expect(routed.filter((path) => path !== '*').sort()).toEqual(RESIDENT_PAGES.filter((path) => path !== '/').sort())
})
