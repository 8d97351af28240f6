import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { PALETTES } from './palette.ts'
import { makeTheme } from './theme.ts'

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const long = (hex: string) => (hex.length === 4 ? `#${[...hex.slice(1)].map((digit) => digit + digit).join('')}` : hex)

test("antd's palette equals the style sheet's tokens in both themes", () => {
  const found = [...css.matchAll(/--([a-z0-9-]+): light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)/g)]
  const named = new Map(found.map(([, name = '', light = '', dark = '']) => [name, { light: long(light), dark: long(dark) }]))
  const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  for (const name of Object.keys(PALETTES.light).filter((key) => key !== 'mask') as (keyof typeof PALETTES.light)[])
    expect([name, named.get(kebab(name))]).toEqual([name, { light: PALETTES.light[name], dark: PALETTES.dark[name] }])
})

test("a checkbox's box of 16 px is no circle", () => {
  for (const mode of ['light', 'dark'] as const) expect(makeTheme(mode, false).components?.Checkbox?.borderRadiusSM).toBeLessThan(16 / 2)
})
