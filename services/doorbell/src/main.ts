import { runService } from '#kit/run-service.ts'
import { createDoorbellApp } from './app.ts'
import { DoorbellConfig } from './config.ts'

await runService({ name: 'doorbell', config: DoorbellConfig, app: createDoorbellApp })
