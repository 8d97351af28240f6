import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { bundledInWeb, noticesOf, readPackage, withDependencies } from './notices.ts'

const root = mkdtempSync(join(tmpdir(), 'notices-'))
afterAll(() => rmSync(root, { recursive: true }))
const put = (file: string, content: unknown) => {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), typeof content === 'string' ? content : JSON.stringify(content))
}

beforeAll(() => {
  put('package.json', { name: 'product', version: '1.0.0', dependencies: { bell: '1', chime: '1', tool: '1' } })
  put('node_modules/bell/package.json', { name: 'bell', version: '1.0.0', license: 'MIT', dependencies: { clapper: '2', absent: '1' } })
  put('node_modules/bell/LICENSE', 'MIT License\nCopyright the bell maker\n')
  put('node_modules/bell/license.js', 'export {}')
  put('node_modules/bell/node_modules/clapper/package.json', { name: 'clapper', version: '2.0.0', licenses: [{ type: 'ISC' }] })
  put('node_modules/clapper/package.json', { name: 'clapper', version: '1.0.0', license: { type: 'Apache-2.0' } })
  put('node_modules/clapper/NOTICE.txt', 'Cast in 2020')
  put('node_modules/chime/package.json', { name: 'chime', version: '1.0.0' })
  put('node_modules/tool/package.json', { name: 'tool', version: '1.0.0', license: 'MIT' })
  put('web/src/page.ts', "import { ring } from 'bell/ring.js'\n")
  put('web/src/page.css', '@import "chime/chime.css";\n')
  put('web/src/page.test.ts', "import 'tool'\n")
  put('proto/empty.ts', '')
})

test('a package has its licence and the texts of its licence files alone', () => {
  expect(readPackage(root, 'node_modules/bell')).toEqual({
    name: 'bell',
    version: '1.0.0',
    license: 'MIT',
    texts: ['MIT License\nCopyright the bell maker'],
  })
  expect(readPackage(root, 'node_modules/clapper')).toMatchObject({ license: 'Apache-2.0', texts: ['Cast in 2020'] })
})

test('dependencies are those that Node finds from the package', () => {
  expect([...withDependencies(root, ['bell'])]).toEqual(['node_modules/bell', 'node_modules/bell/node_modules/clapper'])
})

test('what the web imports is bundled, in modules and in style sheets', () => {
  expect(bundledInWeb(root)).toEqual(['bell', 'chime'])
})

test('the text names each package and version once, with its licence text', () => {
  const packages = ['clapper', 'bell', 'bell/node_modules/clapper', 'chime', 'clapper'].map((name) =>
    readPackage(root, `node_modules/${name}`),
  )
  const text = noticesOf(packages)
  expect(text.split('\n').slice(2, 6)).toEqual([
    'bell 1.0.0 (MIT)',
    'chime 1.0.0 (no licence named)',
    'clapper 1.0.0 (Apache-2.0)',
    'clapper 2.0.0 (ISC)',
  ])
  expect(text.match(/Cast in 2020/g)).toHaveLength(1)
  expect(text).toContain('Copyright the bell maker')
})

test('every package of the built web is read and has a licence', () => {
  const names = bundledInWeb(ROOT)
  expect(names).toEqual(expect.arrayContaining(['react', 'antd', 'mediasoup-client', '@fontsource-variable/hanken-grotesk']))
  const packages = [...withDependencies(ROOT, names)].map((folder) => readPackage(ROOT, folder))
  expect(packages.filter(({ license }) => license === undefined)).toEqual([])
})
