/** Vite plugin: after the English build come the others, also in a watched build, whenever anything changed. */
import { build, type Plugin } from 'vite'
import { LANGUAGES } from '../../proto/languages.ts'
import { textsFiles } from './catalogue.ts'
import type { Compression } from './precompress.ts'
import type { Shells } from './shells.ts'
import { DEFAULT_LANGUAGE, webConfig } from './web-config.ts'

const OTHERS = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE)

export function otherLanguages(compression: Compression, shells: Shells): Plugin {
  let logLevel: 'info' | 'warn' | 'error' | 'silent' | undefined
  return {
    name: 'other-languages',
    apply: 'build',
    configResolved(config) {
      logLevel = config.logLevel
    },
    buildStart() {
      // No English page imports these texts, so they are watched explicitly.
      for (const file of OTHERS.flatMap(textsFiles)) this.addWatchFile(file)
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        for (const language of OTHERS) await build({ ...webConfig(language, { compression, shells }), configFile: false, logLevel })
      },
    },
  }
}
