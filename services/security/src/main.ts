import { runService } from '#kit/run-service.ts'
import { createSecurityApp } from './app.ts'
import { SecurityConfig } from './config.ts'

await runService({ name: 'security', config: SecurityConfig, app: createSecurityApp })
