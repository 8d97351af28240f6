/** `npm run check`: everything that can be said without running the product. */
import { check } from './check/run.ts'

const { passed, failed } = await check()
console.log(`\ncheck: ${passed} rules hold, ${failed} do not`)
process.exitCode = failed === 0 ? 0 : 1
