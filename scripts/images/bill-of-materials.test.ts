import { expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { billOfRepository, reduceBill } from './bill-of-materials.ts'
import { readPackage } from './notices.ts'

test('an image’s bill has its packages and what they depend on among each other', async () => {
  const packages = ['zod', 'express', 'body-parser'].map((name) => readPackage(ROOT, `node_modules/${name}`))
  const { components, dependencies } = reduceBill(await billOfRepository(ROOT), packages)
  expect(components.map(({ name }) => name).sort()).toEqual(['body-parser', 'express', 'zod'])
  const express = dependencies.find(({ ref }) => ref.startsWith('express@'))
  expect(express?.dependsOn).toEqual([expect.stringMatching(/^body-parser@/)])
}, 60_000)
