import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { applyOverlay } from './build.ts'
import { MEDIASOUP } from './paths.ts'
import { aloneSources, joinSources } from './unity.ts'

/** What the overlay was written for: the libraries of mediasoup's worker. After an upgrade of mediasoup see README.md. */
const WRITTEN_FOR = {
  'abseil-cpp': 'abseil-cpp-20240722.0',
  flatbuffers: 'flatbuffers-24.3.25',
  libsrtp3: 'libsrtp-3.0.0-beta-2fc078db',
  libuv: 'libuv-v1.51.0',
  openssl: 'openssl-3.0.8',
  'unordered-dense': 'unordered_dense-4.8.1',
}
/** Libraries of mediasoup's tests and of Windows, which are not part of the worker. */
const NOT_BUILT = ['catch2', 'wingetopt']

let tree = ''
const subprojects = () => join(tree, 'subprojects')
beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), 'overlay-'))
  for (const name of ['meson.build', 'subprojects', 'deps/libwebrtc/meson.build'])
    cpSync(join(MEDIASOUP, 'worker', name), join(tree, name), { recursive: true })
  applyOverlay(tree)
})
afterAll(() => rmSync(tree, { recursive: true }))

test('the overlay covers every library of the installed mediasoup’s worker', () => {
  const wraps = readdirSync(subprojects()).filter((name) => name.endsWith('.wrap'))
  const directories = wraps.map((wrap) => {
    const directory = readFileSync(join(subprojects(), wrap), 'utf8').match(/^directory *= *(.+?)\r?$/m)?.[1]
    return [wrap.replace(/\.wrap$/, ''), directory] as const
  })
  expect(Object.fromEntries(directories.filter(([name]) => !NOT_BUILT.includes(name)))).toEqual(WRITTEN_FOR)
  expect(readdirSync(join(import.meta.dirname, 'overlay')).sort()).toEqual(Object.keys(WRITTEN_FOR).sort())
})

test('every overlay library is where meson looks before downloading', () => {
  for (const directory of Object.values(WRITTEN_FOR))
    expect([directory, existsSync(join(subprojects(), directory, 'meson.build'))]).toEqual([directory, true])
})

test('the overlay defines every variable the worker takes from a library', () => {
  const build = readFileSync(join(tree, 'meson.build'), 'utf8')
  const projects = new Map([...build.matchAll(/^\s*(\w+) = subproject\(\s*'([^']+)'/gm)].map(([, variable, name]) => [variable, name]))
  const taken = [...build.matchAll(/(\w+)\.get_variable\('(\w+)'\)/g)].map(([, variable, name]) => [projects.get(variable), name] as const)
  const needed = taken.filter(([project]) => project && !NOT_BUILT.includes(project))
  expect(needed.length).toBeGreaterThan(Object.keys(WRITTEN_FOR).length)
  for (const [project = '', name] of needed) {
    const folder = WRITTEN_FOR[project as keyof typeof WRITTEN_FOR]
    expect(readFileSync(join(subprojects(), folder, 'meson.build'), 'utf8')).toMatch(new RegExp(`^${name} = `, 'm'))
  }
})

test("the worker is built with Debian 12's meson", () => {
  expect(readFileSync(join(tree, 'meson.build'), 'utf8')).toContain("meson_version: '>= 1.0.0'")
})

test('every source is compiled once, joined with others or alone', () => {
  const meson = (file: string) => readFileSync(join(tree, file), 'utf8')
  const before = ['meson.build', 'deps/libwebrtc/meson.build'].map(meson)
  const lists = joinSources(tree)
  for (const [index, { file, sources, alone }] of lists.entries()) {
    for (const source of [...sources, ...alone]) expect(before[index]).toContain(`'${source}'`)
    const files = [...meson(file).matchAll(/'(unity\/\d+\.cpp)'/g)].map(([, name = '']) => join(tree, dirname(file), name))
    const joined = files.flatMap((name) => [...readFileSync(name, 'utf8').matchAll(/#include "\.\.\/(.+)"/g)].map(([, source]) => source))
    expect(joined).toEqual(sources)
    for (const source of alone) expect(meson(file)).toContain(`'${source}'`)
  }
  expect(lists.map(({ sources }) => sources.length > 30)).toEqual([true, true])
  expect(lists.flatMap(({ alone }) => alone)).toEqual(expect.arrayContaining([...aloneSources()]))
})
