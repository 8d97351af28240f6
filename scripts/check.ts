/** `npm run check`: all checks that do not run the product. */
import { check } from './check/run.ts'

const { passed, failed } = await check()
console.log(`\ncheck: ${passed} rules hold, ${failed} do not`)
process.send?.({ passed, failed })
process.exitCode = failed === 0 ? 0 : 1
