import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { installDependencies, isInstalled, registerRun } from './install.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tree-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const lockFile = (packages: object) => writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
const installed = (packages: object) => writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
const zod = { 'node_modules/zod': { version: '4.0.0', integrity: 'a' } }

test('an install that matches the lock file is not repeated', () => {
  lockFile({ ...zod, 'node_modules/for-another-platform': { version: '1.0.0', optional: true } })
  installed(zod)
  expect(isInstalled(root)).toBe(true)
})

test('a changed version, changed content or missing record triggers an install', () => {
  lockFile(zod)
  expect(isInstalled(root)).toBe(false)
  installed({ 'node_modules/zod': { version: '4.0.1', integrity: 'a' } })
  expect(isInstalled(root)).toBe(false)
  installed({ 'node_modules/zod': { version: '4.0.0', integrity: 'b' } })
  expect(isInstalled(root)).toBe(false)
  installed({})
  expect(isInstalled(root)).toBe(false)
})

test('nothing is installed while the product runs', async () => {
  lockFile(zod)
  registerRun(root)
  await expect(installDependencies(root)).rejects.toThrow(`process ${process.pid} runs from this folder`)
})
