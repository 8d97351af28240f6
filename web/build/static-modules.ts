/**
 * Vite plugin: a file named `*.static.ts` is run once, during the build, and its exports go into the bundle as plain data. So the pages
 * get facts of the contract (routes) without the contract's schemas. In tests, under Node, the same file is ordinary code.
 */
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** @throws Error when an export is not plain JSON: only data can be inlined. */
export function staticModules(): Plugin {
  return {
    name: 'static-modules',
    enforce: 'pre',
    async load(id) {
      const file = id.split('?')[0] ?? id
      if (!file.endsWith('.static.ts')) return null
      const values: Record<string, unknown> = await import(`${pathToFileURL(file).href}?at=${Date.now()}`)
      return Object.entries(values)
        .map(([name, value]) => `export const ${name} = ${literal(file, name, value)}`)
        .join('\n')
    },
  }
}

function literal(file: string, name: string, value: unknown): string {
  const text = JSON.stringify(value)
  if (text === undefined) throw new Error(`${file}: export ${name} is not plain data`)
  return text
}
