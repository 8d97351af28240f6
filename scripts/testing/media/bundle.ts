/** Prints the browser's side of the media page as one script. A process of its own, because the bundler's native code fails inside Jest. */
import { join } from 'node:path'
import { build } from 'vite'

const result = await build({
  configFile: false,
  logLevel: 'silent',
  build: {
    write: false,
    minify: false,
    lib: { entry: join(import.meta.dirname, 'browser-side.ts'), formats: ['iife'], name: 'mediaPage' },
  },
})
const [output] = Array.isArray(result) ? result : [result]
if (!output || !('output' in output)) throw new Error('the media page was not built')
process.stdout.write(output.output[0].code)
