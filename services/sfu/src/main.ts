import { runService } from '#kit/run-service.ts'
import { createSfuApp } from './app.ts'
import { SfuConfig } from './config.ts'

await runService({ name: 'sfu', config: SfuConfig, app: createSfuApp })
