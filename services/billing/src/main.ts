import { runService } from '#kit/run-service.ts'
import { createBillingApp } from './app.ts'
import { BillingConfig } from './config.ts'

await runService({ name: 'billing', config: BillingConfig, app: createBillingApp })
