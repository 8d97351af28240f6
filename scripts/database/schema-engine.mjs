#!/usr/bin/env node
// Prisma's command line needs a native schema engine, which it downloads. This one implements the same protocol (JSON-RPC lines on standard
// input and output) on top of the WASM engine that Prisma publishes on npm, so that migrations are written without any download.
// For developers (scripts/database/prisma.ts); the product's start applies migrations by scripts/database/migrate.ts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { createAdapter } from './schema-adapter.mjs'

const args = process.argv.slice(2)
const flag = (name) => args.flatMap((arg, index) => (arg === name ? [args[index + 1]] : []))
const folder = dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg'))
const url = JSON.parse(flag('--datasource')[0] ?? '{}').url

function log(level, fields) {
  process.stderr.write(`\n${JSON.stringify({ level, target: 'schema_engine::logger', fields })}\n`)
}

function fail(message, code) {
  log('ERROR', code ? { message, error_code: code } : { message })
  process.exit(1)
}

function printVersion() {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  console.log(`schema-engine-wasm ${version.split('.').pop()}`)
}

/** `cli can-connect-to-database | create-database | drop-database`: three statements, which need no engine. */
async function runDatabaseCommand() {
  const target = new URL(url)
  const name = decodeURIComponent(target.pathname.slice(1))
  const query = async (database, text) => {
    const at = new URL(url)
    at.pathname = `/${database}`
    const client = new pg.Client({ connectionString: at.href })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  try {
    if (args.includes('can-connect-to-database')) await query(name, 'SELECT 1')
    else if (args.includes('create-database')) await query('postgres', `CREATE DATABASE ${pg.escapeIdentifier(name)}`)
    else if (args.includes('drop-database')) await query('postgres', `DROP DATABASE IF EXISTS ${pg.escapeIdentifier(name)} WITH (FORCE)`)
  } catch (error) {
    if (error.code === '3D000') fail(`Database \`${name}\` does not exist`, 'P1003')
    if (error.code === 'ECONNREFUSED' || error.errors?.[0]?.code === 'ECONNREFUSED')
      fail(`Can't reach database server at ${target.host}`, 'P1001')
    fail(error.message)
  }
}

async function loadEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { instance } = await WebAssembly.instantiate(readFileSync(join(folder, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': bindings,
  })
  let panic
  globalThis.PRISMA_WASM_PANIC_REGISTRY = {
    set_message: (message) => {
      panic = message
    },
  }
  process.on('uncaughtException', (error) => {
    log('ERROR', { message: panic ?? error.stack })
    process.exit(101)
  })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  const models = flag('--datamodels').map((file) => [file, readFileSync(file, 'utf8')])
  return bindings.SchemaEngine.new({ datamodels: models.length > 0 ? models : undefined }, () => undefined, createAdapter(url))
}

/** In these two the WASM engine loses its connection and answers from a cache, which devDiagnostic fills. */
const NEEDS_DIAGNOSIS = new Set(['evaluateDataLoss', 'createMigration'])

async function answer(engine, method, params) {
  if (method === 'getDatabaseVersion') return engine.version(params)
  if (method === 'createDatabase') return { databaseName: decodeURIComponent(new URL(url).pathname.slice(1)) }
  if (NEEDS_DIAGNOSIS.has(method)) await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
  return engine[method](params ?? {})
}

function serve() {
  let engine
  let pending = 0
  let closed = false
  let printed = 1_000_000
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const finish = () => {
    if (closed && pending === 0) process.exit(0)
  }
  const take = async ({ id, method, params }) => {
    try {
      engine ??= loadEngine()
      const result = (await answer(await engine, method, params)) ?? {}
      if (method === 'diff' && result.stdout != null) {
        printed += 1
        send({ id: printed, method: 'print', params: { content: result.stdout } })
      }
      send({ id, result })
    } catch (error) {
      const data = { is_panic: false, message: error?.message ?? String(error), meta: error?.meta ?? null, error_code: error?.code }
      send({ id, error: { code: 4466, message: 'An error happened. Check the data field for details.', data } })
    }
  }
  const input = createInterface({ input: process.stdin })
  input.on('line', async (line) => {
    const message = line.trim() === '' ? {} : JSON.parse(line)
    if (!message.method) return
    pending += 1
    await take(message)
    pending -= 1
    finish()
  })
  input.on('close', () => {
    closed = true
    finish()
  })
}

if (args.includes('--version') || args.includes('-V')) printVersion()
else if (args.includes('cli')) await runDatabaseCommand()
else serve()
