import { runService } from '#kit/run-service.ts'
import { createAuthApp } from './app.ts'
import { AuthConfig } from './config.ts'

await runService({ name: 'auth', config: AuthConfig, app: createAuthApp })
