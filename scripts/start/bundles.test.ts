import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { BUNDLED, bundleOf } from './bundles.ts'

const PART = './mail.ts'
const root = mkdtempSync(join(tmpdir(), 'bundles-'))
const write = (path: string, text: string) => {
  mkdirSync(join(root, path, '..'), { recursive: true })
  writeFileSync(join(root, path), text)
}
const mailIn = (text: string) => write('services/auth/src/mail.ts', `export const mail: string = '${text}'`)
/** In a process of its own: the bundler's native code knows no values of Jest's contexts. */
const bundle = (): string[] => {
  const script = `import { bundleServices } from '${join(import.meta.dirname, 'bundles.ts')}'
    console.log(JSON.stringify(await bundleServices('${root}')))`
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8', stdio: 'pipe' }))
}
const run = () => execFileSync(process.execPath, [bundleOf(root, 'auth')], { encoding: 'utf8' }).trim()
const parts = () => readdirSync(join(root, 'services/auth/dist')).filter((name) => /^mail-.*\.js$/.test(name))

beforeAll(() => {
  for (const service of BUNDLED) write(`services/${service}/src/main.ts`, `console.log('${service}')`)
  write('services/auth/src/main.ts', `const { mail } = await import('${PART}')\nconsole.log(mail)`)
  mailIn('first')
  bundle()
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

test('only services whose sources have changed are bundled again', () => {
  expect(run()).toBe('first')
  expect(bundle()).toEqual([])
  mailIn('second')
  expect(bundle()).toEqual(['auth'])
  expect(run()).toBe('second')
  write('services/kit/src/log.ts', '')
  expect(bundle()).toEqual(BUNDLED)
})

test('the parts of the build before stay, for a service that still runs; those before are deleted', () => {
  for (const text of ['third', 'fourth', 'fifth']) {
    mailIn(text)
    bundle()
  }
  expect(run()).toBe('fifth')
  expect(parts()).toHaveLength(2)
})

test('a module that does not exist is an error, and the build before stays', () => {
  write('services/auth/src/main.ts', `import '${PART}/absent.ts'`)
  expect(bundle).toThrow('absent.ts')
  expect(run()).toBe('fifth')
})
