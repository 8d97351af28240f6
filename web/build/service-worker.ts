/** Vite plugin: after all languages comes `dist/sw.js`, one worker that knows the shell of each of them (record 0067). */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { BROWSERS } from './browsers.ts'
import { type Compression, precompress } from './precompress.ts'
import type { Shells } from './shells.ts'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export function serviceWorker(compression: Compression, shells: Shells): Plugin {
  let logLevel: 'info' | 'warn' | 'error' | 'silent' | undefined
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      logLevel = config.logLevel
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const files = JSON.stringify(Object.fromEntries([...shells].sort()))
        await build({
          root: here('.'),
          configFile: false,
          logLevel,
          plugins: [precompress(compression)],
          // A browser installs a worker as a new version if one byte has changed; these constants change with every file of the app.
          define: { SHELL_FILES: files, SHELL_VERSION: JSON.stringify(createHash('sha256').update(files).digest('hex').slice(0, 12)) },
          build: {
            outDir: here('dist'),
            emptyOutDir: false,
            copyPublicDir: false,
            target: BROWSERS,
            reportCompressedSize: false,
            rolldownOptions: {
              input: { sw: here('src/worker/main.ts') },
              // Not a module, because Firefox before version 147 runs no module as a service worker.
              output: { format: 'iife', entryFileNames: '[name].js' },
            },
          },
        })
      },
    },
  }
}
