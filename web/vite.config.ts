/** The web's build: two entries (resident, visitor), hashed assets under /assets, everything from this origin, once per language. */
import { defineConfig } from 'vite'
import { otherLanguages } from './build/other-languages.ts'
import { DEFAULT_LANGUAGE, webConfig } from './build/web-config.ts'

/** `best` is for images (scripts/start/prepare.ts). */
const compression = process.env.WEB_COMPRESSION === 'best' ? 'best' : 'fast'

export default defineConfig(webConfig(DEFAULT_LANGUAGE, compression, [otherLanguages(compression)]))
