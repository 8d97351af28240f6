import { runService } from '#kit/run-service.ts'
import { createGatewayApp } from './app.ts'
import { GatewayConfig } from './config.ts'

await runService({ name: 'gateway', config: GatewayConfig, app: createGatewayApp })
