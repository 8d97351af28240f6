// The one command: plain JavaScript, because it runs on whatever Node the machine has.
import { launch } from './bootstrap/launch.mjs'

await launch('scripts/start/main.ts', process.argv.slice(2), { tools: false })
