// Runs any script of this tree on a Node that is new enough: node scripts/run.mjs scripts/<name>.ts [arguments]
import { launch } from './bootstrap/launch.mjs'

/** Tools for a running product use only the packages that the product was started with. */
const WITHOUT_TOOLS = ['scripts/admin.ts', 'scripts/demo.ts']

const [file = '', ...args] = process.argv.slice(2)
await launch(file, args, { tools: !WITHOUT_TOOLS.includes(file) })
