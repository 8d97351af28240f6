import { runService } from '#kit/run-service.ts'
import { createNotifyApp } from './app.ts'
import { NotifyConfig } from './config.ts'

await runService({ name: 'notify', config: NotifyConfig, app: createNotifyApp })
