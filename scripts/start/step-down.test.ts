import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { freePort } from '../servers/ports.ts'
import { isRoot, NOBODY } from '../servers/unprivileged.ts'
import { asOwnerOf, chooseAccount, copyWorker, giveFolder } from './step-down.ts'

const nobody = { uid: NOBODY, gid: NOBODY }
let folder = ''
let said: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'step-down-'))
  chmodSync(folder, 0o755)
  writeFileSync(join(folder, 'source.ts'), '')
  said = []
})
afterEach(() => rmSync(folder, { recursive: true }))

const choose = async () => {
  const needs = { port: await freePort(), read: [join(folder, 'source.ts')], reach: [folder] }
  return chooseAccount(needs, (line) => said.push(line))
}
const ownerOf = (path: string) => statSync(join(folder, path)).uid

test('only a product started by root drops privileges', async () => {
  expect(await choose()).toEqual(isRoot() ? nobody : undefined)
  expect(said).toEqual([])
})

test('a tree unreadable for others keeps the services root and warns', async () => {
  chmodSync(folder, 0o700)
  expect(await choose()).toBeUndefined()
  expect(said).toEqual(isRoot() ? [expect.stringMatching(/^the services run as root, which is not safe: .*EACCES.*source\.ts/)] : [])
})

test('a folder’s ownership changes recursively, and back', () => {
  const self = process.getuid?.() ?? 0
  mkdirSync(join(folder, 'doorbell'))
  writeFileSync(join(folder, 'doorbell', 'photo.jpg'), '')
  for (const [account, owner] of [
    [nobody, isRoot() ? NOBODY : self],
    [undefined, self],
  ] as const) {
    giveFolder(folder, account)
    for (const path of ['.', 'doorbell', 'doorbell/photo.jpg']) expect([path, ownerOf(path)]).toEqual([path, owner])
  }
})

test('work as the owner of a folder leaves files that the owner may change', async () => {
  giveFolder(folder, nobody)
  expect(
    await asOwnerOf(folder, async () => {
      await writeFile(join(folder, 'photo.jpg'), '', { mode: 0o600 })
      return 'written'
    }),
  ).toBe('written')
  expect(ownerOf('photo.jpg')).toBe(ownerOf('.'))
  await writeFile(join(folder, 'after.jpg'), '')
  expect(ownerOf('after.jpg')).toBe(process.getuid?.())
})

test('the media worker’s copy is executable by anyone and removed with its original', () => {
  const [from, to] = [join(folder, 'worker'), join(folder, 'copy')]
  writeFileSync(from, 'binary', { mode: 0o700 })
  copyWorker(from, to)
  expect(statSync(to).mode & 0o777).toBe(0o755)
  rmSync(from)
  copyWorker(from, to)
  expect(existsSync(to)).toBe(false)
})
