/** Vite plugin: after the English build come the others, also in a watched build, whenever anything changed. */
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { LANGUAGES } from '../../proto/languages.ts'
import { DEFAULT_LANGUAGE, webConfig } from './web-config.ts'

const texts = fileURLToPath(new URL('../src/core/texts/', import.meta.url))

export function otherLanguages(): Plugin {
  let logLevel: 'info' | 'warn' | 'error' | 'silent' | undefined
  return {
    name: 'other-languages',
    apply: 'build',
    configResolved(config) {
      logLevel = config.logLevel
    },
    buildStart() {
      // Their texts are in no English page.
      for (const file of readdirSync(texts)) if (!file.startsWith(`${DEFAULT_LANGUAGE}-`)) this.addWatchFile(texts + file)
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const language of LANGUAGES) {
          if (language !== DEFAULT_LANGUAGE) await build({ ...webConfig(language), configFile: false, logLevel })
        }
      },
    },
  }
}
