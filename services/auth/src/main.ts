import { runService } from '#kit/lifecycle.ts'
import { createApp } from './app.ts'
import { loadConfig } from './config.ts'

await runService('auth', async () => createApp(loadConfig()).start())
