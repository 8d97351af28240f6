import { runService } from '#kit/lifecycle.ts'
import { startDoorbell } from './app.ts'
import { loadConfig } from './config.ts'

await runService('doorbell', () => startDoorbell(loadConfig()))
