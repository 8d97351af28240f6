import { runService } from '#kit/lifecycle.ts'
import { createApp } from './app.ts'
import { loadConfig, supervisorFd } from './config.ts'

await runService('sfu', () => createApp(loadConfig()), supervisorFd())
