import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { takeLock, waitForLock } from './lock.mjs'

test('a lock has one holder and is free after release', async () => {
  const name = randomUUID()
  const first = await takeLock(name)
  expect(first).toBeDefined()
  expect(await takeLock(name)).toBeUndefined()
  await first?.release()
  const second = await takeLock(name)
  expect(second).toBeDefined()
  await second?.release()
})

test('killing the holder releases the lock', async () => {
  const name = randomUUID()
  const lockModule = JSON.stringify(join(import.meta.dirname, 'lock.mjs'))
  const code = `import(${lockModule})
    .then(({ takeLock }) => takeLock(${JSON.stringify(name)}))
    .then(() => { console.log('held'); setInterval(() => {}, 1000) })`
  const holder = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(holder.stdout, 'data')
  expect(await takeLock(name)).toBeUndefined()
  let waited = false
  const lock = waitForLock(name, () => {
    waited = true
    holder.kill('SIGKILL')
  })
  await (await lock).release()
  expect(waited).toBe(true)
})
