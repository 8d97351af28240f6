import { runService } from '#kit/run-service.ts'
import { createSignalingApp } from './app.ts'
import { SignalingConfig } from './config.ts'

await runService({ name: 'signaling', config: SignalingConfig, app: createSignalingApp })
