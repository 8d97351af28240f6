import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { traced, traceparent, wantsTraces } from './tracing.ts'

test.each([
  [{}, false],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, true],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/v1/traces' }, true],
  [{ OTEL_TRACES_EXPORTER: 'console' }, true],
  [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }, false],
  [{ OTEL_SDK_DISABLED: 'true', OTEL_TRACES_EXPORTER: 'otlp' }, false],
])('%j traces: %j', (env, expected) => {
  expect(wantsTraces(env)).toBe(expected)
})

test('without an exporter work runs as it is, and has no trace', () => {
  expect(traced('work', { kind: 'server' }, () => traceparent() ?? 'no trace')).toBe('no trace')
})

/** Runs the code in a process of its own. @returns what it prints: a span's trace, and how many modules of OpenTelemetry were loaded */
function run(env: Record<string, string>) {
  const code = `
    import { registerHooks } from 'node:module'
    let loaded = 0
    registerHooks({ load: (url, context, next) => { if (url.includes('/@opentelemetry/')) loaded += 1; return next(url, context) } })
    const { startTracing, traced, traceparent } = await import(${JSON.stringify(join(import.meta.dirname, 'tracing.ts'))})
    const stop = await startTracing('test', '1', process.env)
    const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
    const inside = await traced('work', { kind: 'server', parent }, async () => traceparent())
    const ofAJob = traced('statement', { kind: 'client' }, () => traceparent())
    console.log(JSON.stringify({ loaded, inside: inside?.slice(0, 35) ?? null, ofAJob: ofAJob ?? null }))
    process.exit(0)`
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
    env,
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

test('no module of OpenTelemetry is loaded unless an exporter is configured', () => {
  expect(run({})).toEqual({ loaded: 0, inside: null, ofAJob: null })
})

test('a span continues its parent’s trace, and a job begins none', () => {
  const traced = run({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
  expect(traced).toMatchObject({ inside: '00-0af7651916cd43dd8448eb211c80319c', ofAJob: null })
  expect(traced.loaded).toBeGreaterThan(0)
})
