import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { identify } from '../bootstrap/identity.mjs'
import { isSame, PidFiles } from './pid-files.ts'

let folder = ''
let child: ChildProcess
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'))
  child = spawn('sleep', ['600'], { stdio: 'ignore' })
})
afterEach(() => {
  child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})
const pid = () => child.pid ?? 0

test('a process is identified by pid, start time and command line', () => {
  const now = { started: 'boot:7', command: 'sleep 600' }
  expect(isSame(now, { ...now })).toBe(true)
  expect(isSame(now, { ...now, started: 'boot:8' })).toBe(false)
  expect(isSame(now, { ...now, command: 'sleep 1' })).toBe(false)
  expect(isSame(now, undefined)).toBe(false)
})

test('processes left by an earlier start are stopped', async () => {
  new PidFiles(folder).note('auth', pid())
  expect(await new PidFiles(folder).endLeftovers()).toEqual(['auth'])
  expect(identify(pid())).toBeUndefined()
})

test('an unrelated process that reused the pid is not stopped', async () => {
  const files = new PidFiles(folder)
  files.note('auth', pid())
  const file = join(folder, 'auth.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), started: 'another boot:1' }))
  expect(await files.endLeftovers()).toEqual([])
  expect(identify(pid())).toBeDefined()
})

test('a process that has replaced another stays recorded when that one ends', async () => {
  const files = new PidFiles(folder)
  files.note('auth', process.pid)
  files.note('auth', pid())
  files.forget('auth', process.pid)
  expect(files.living()).toEqual([{ name: 'auth', pid: pid() }])
  files.forget('auth', pid())
  expect(files.living()).toEqual([])
})

test('a truncated pid file stops no process', async () => {
  writeFileSync(join(folder, 'auth.json'), '{"pid":')
  expect(await new PidFiles(folder).endLeftovers()).toEqual([])
})
