/**
 * Stands for `zod` in the web's build. When the first object schema is made, zod tries `new Function`, which our CSP refuses and the console reports;
 * as a module between zod and every schema it is evaluated before them, whatever chunks the build makes.
 */
import { z } from 'zod/v4'

z.config({ jitless: true })

export { z }
