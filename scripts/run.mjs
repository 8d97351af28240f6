// Runs any script of this tree on the Node from node_modules: node scripts/run.mjs scripts/<name>.ts [arguments]
import { launch } from './bootstrap/launch.mjs'

const [file = '', ...args] = process.argv.slice(2)
await launch(file, args)
