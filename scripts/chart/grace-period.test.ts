import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { STOP_MS } from '#kit/run-service.ts'
import { DRAIN } from '../../services/gateway/src/domain/drain.ts'
import { ROOT } from '../bootstrap/launch.mjs'

const CHARTS = join(ROOT, 'charts', 'digital-doorbell', 'charts')

test("a gateway's drain ends before its pod's grace period", () => {
  const { terminationGracePeriodSeconds: grace } = parse(readFileSync(join(CHARTS, 'gateway', 'values.yaml'), 'utf8')) as {
    readonly terminationGracePeriodSeconds: number
  }
  const [, preStop] =
    /preStop: \{sleep: \{seconds: (\d+)\}\}/.exec(readFileSync(join(CHARTS, 'service', 'templates', '_all.tpl'), 'utf8')) ?? []
  expect(Number(preStop) * 1_000 + DRAIN.mostMs + STOP_MS).toBeLessThan(grace * 1_000)
})
