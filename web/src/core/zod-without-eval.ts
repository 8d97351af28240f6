/**
 * Replaces `zod` in the web's build. zod tries `new Function` for the first object schema, which our CSP blocks and the console reports.
 * As a module between zod and every schema, this one turns that off before any schema exists, whatever chunks the build makes.
 */
import { z } from 'zod/v4'

z.config({ jitless: true })

export { z }
