/** The web's build: two entries (resident, visitor), hashed assets under /assets, everything from this origin, once per language. */
import { defineConfig } from 'vite'
import { otherLanguages } from './build/other-languages.ts'
import { serviceWorker } from './build/service-worker.ts'
import type { Shells } from './build/shells.ts'
import { DEFAULT_LANGUAGE, webConfig } from './build/web-config.ts'

/** `best` is for images (scripts/start/prepare.ts). */
const compression = process.env.WEB_COMPRESSION === 'best' ? 'best' : 'fast'

const shells: Shells = new Map()

export default defineConfig(
  webConfig(DEFAULT_LANGUAGE, {
    compression,
    shells,
    // In this order: the worker knows the files of every language.
    beside: [otherLanguages(compression, shells), serviceWorker(compression, shells)],
  }),
)
