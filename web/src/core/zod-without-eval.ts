/** Imported before any schema: zod tries `new Function` when an object schema is made, which our CSP refuses and the console reports. */
import { z } from 'zod'

z.config({ jitless: true })
