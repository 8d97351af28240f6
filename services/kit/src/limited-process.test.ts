/** Tests that need Landlock or namespaces are skipped where the kernel lacks them, with the reason; docs/security.md names the gaps. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { identify } from '#scripts/bootstrap/identity.mjs'
import { cannotTry } from '#scripts/testing/cannot-try.ts'
import { eventually } from '#scripts/testing/wait.ts'
import { confine, gapsOf, type Support } from './confinement.ts'
import { type ProcessLimits, signalLimited, spawnLimited, supportHere } from './limited-process.ts'

const here = supportHere()
const bare: Support = { ...here, landlock: 0, namespaces: false }
const landlocked: Support = { ...here, namespaces: false }
/** As on a kernel whose Landlock cannot restrict signals. */
const hidden: Support = { ...here, landlock: Math.min(here.landlock, 5) }
const LIMITS: ProcessLimits = { cpuSeconds: 20, memoryBytes: 1_000_000_000, wallMs: 30_000, nice: 0, network: 'loopback' }

let folder = ''
let outside = ''
let victim: ChildProcess
let server: Server
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limited-'))
  outside = mkdtempSync(join(tmpdir(), 'outside-'))
  writeFileSync(join(outside, 'photo.jpg'), 'a photo')
  // Without capabilities too, where the tests run as root: otherwise these would protect it.
  victim = limited('/bin/sleep', ['1000'], bare, { wallMs: 600_000 })
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await Promise.all([once(victim, 'spawn'), once(server, 'listening')])
  // Before it starts the program, the process still has the capabilities that it gives up.
  await eventually('the victim', () => readFileSync(`/proc/${victim.pid}/cmdline`, 'utf8').startsWith('/bin/sleep'))
})
afterAll(() => {
  victim.kill('SIGKILL')
  server.close()
  for (const path of [folder, outside]) rmSync(path, { recursive: true })
})

const limited = (program: string, args: readonly string[], support: Support, limits: Partial<ProcessLimits> = {}) =>
  spawnLimited(program, args, { ...LIMITS, ...limits }, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] }, support)

async function attempt(program: string, args: readonly string[], support: Support, limits: Partial<ProcessLimits> = {}) {
  const child = limited(program, args, support, limits)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (said += String(data)))
  const [code] = await once(child, 'close')
  return { code, said }
}
const shell = (script: string, support: Support, limits?: Partial<ProcessLimits>) => attempt('/bin/sh', ['-c', script], support, limits)
const connect = () => {
  const { port } = server.address() as { port: number }
  return `use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0); connect($s, sockaddr_in(${port}, INADDR_LOOPBACK)) or die "$!"`
}

/** @throws Error if the program outlives the process that started it, which is killed */
async function endsWithItsParent(support: Support): Promise<void> {
  const module = JSON.stringify(join(import.meta.dirname, 'limited-process.ts'))
  const code = `const { spawnLimited } = await import(${module})
      const [limits, cwd, support] = JSON.parse(process.argv[1])
      const child = spawnLimited('/bin/sleep', ['977'], limits, { cwd, stdio: 'ignore' }, support)
      console.log(child.pid); setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', code, JSON.stringify([LIMITS, folder, support])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const pid = Number(String((await once(parent.stdout, 'data'))[0]))
  const group = () =>
    execFileSync('ps', ['-o', 'pid=,args=', '--sid', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
  const program = await eventually('the program', () => group().find((line) => /\d+ \/bin\/sleep/.test(line)))
  parent.kill('SIGKILL')
  await eventually('its end', () => identify(Number.parseInt(program, 10)) === undefined)
}

test('an unconfined process of the same user reads an environment and a file', async () => {
  const { said } = await shell(`cat /proc/${victim.pid}/environ ${outside}/photo.jpg`, bare)
  expect(said).toContain(`HOME=${folder}`)
  expect(said).toContain('a photo')
})

const lacksLandlock = (abi: number) => (here.landlock >= abi ? undefined : `Landlock has ABI ${here.landlock}, not ${abi}`)
const lacksNamespaces = here.namespaces ? undefined : 'namespaces are forbidden'

/** @returns `run`, or its skipped form where something is missing */
function unless<Run extends { readonly skip: unknown }>(lack: string | undefined, run: Run): Run | Run['skip'] {
  if (!lack) return run
  cannotTry(`not every confinement is tried: ${lack}`)
  return run.skip
}

const withLandlock = unless(lacksLandlock(1), describe)
withLandlock(`Landlock, ABI ${here.landlock}`, () => {
  test("another process's environment cannot be read", async () => {
    expect((await shell(`cat /proc/${victim.pid}/environ`, landlocked)).said).toMatch(/Permission denied/)
  })

  test('files outside of the folder can be neither read nor listed nor changed', async () => {
    const tries = ['cat photo.jpg', 'ls .', 'touch more', 'rm -f photo.jpg'].map((command) => `(cd ${outside}; ${command})`)
    const { said } = await shell(tries.join('\n'), landlocked)
    expect(said.match(/Permission denied/g)).toHaveLength(tries.length)
    expect(readFileSync(join(outside, 'photo.jpg'), 'utf8')).toBe('a photo')
  })

  test('files in the folder are made, read, renamed and removed', async () => {
    const { code, said } = await shell('echo film > part; echo again > part; mv part film; cat film; rm film', landlocked)
    expect({ code, said }).toEqual({ code: 0, said: 'again\n' })
  })

  test('it ends with the process that started it', () => endsWithItsParent(landlocked))

  const withScope = unless(lacksLandlock(6), test)
  withScope('another process gets no signal', async () => {
    expect((await shell(`kill -0 ${victim.pid}`, landlocked)).said).toMatch(/not permitted/i)
  })

  const withTcp = unless(lacksLandlock(4), test)
  withTcp('no TCP connection is made, not even on loopback', async () => {
    expect((await attempt('/usr/bin/perl', ['-e', connect()], landlocked)).said).toMatch(/Permission denied/)
  })
})

const withNamespaces = unless(lacksNamespaces ?? lacksLandlock(1), describe)
withNamespaces('an older Landlock with namespaces', () => {
  test('other processes do not exist', async () => {
    expect((await shell(`kill -0 ${victim.pid}`, hidden)).said).toMatch(/No such process/i)
  })

  test('its signals reach it, and its exit code is its own', async () => {
    const child = limited('/bin/sh', ['-c', `trap 'exit 7' INT; touch there; while :; do :; done`], hidden)
    await eventually('the trap', () => existsSync(join(folder, 'there')))
    signalLimited(child, 'SIGINT')
    expect(await once(child, 'exit')).toEqual([7, null])
  })

  test('it ends with the process that started it, through unshare', () => endsWithItsParent(hidden))

  test('a film is made without a network', async () => {
    const { said } = await shell('cat /proc/net/dev; exit 0', { ...hidden, landlock: 0 }, { network: 'none' })
    expect(said.split('\n').filter((line) => line.includes(':'))).toEqual([expect.stringMatching(/^\s*lo:\s+0 /)])
  })
})

test('memory and CPU time have limits that the kernel enforces', async () => {
  expect((await shell('while :; do :; done', here, { cpuSeconds: 1 })).code).not.toBe(0)
  expect((await attempt('/usr/bin/perl', ['-e', '$x = "a" x 400_000_000'], here, { memoryBytes: 200_000_000 })).said).toMatch(
    /[Oo]ut of memory/,
  )
})

test('what a machine cannot forbid is named', () => {
  const setpriv = '--no-new-privs'
  expect(gapsOf({ setpriv, landlock: 6, namespaces: false })).toEqual([])
  expect(gapsOf({ setpriv, landlock: 4, namespaces: true })).toEqual([])
  expect(gapsOf({ setpriv, landlock: 3, namespaces: true })).toEqual(['connect by TCP'])
  expect(gapsOf({ setpriv, landlock: 4, namespaces: false })).toEqual(['signal the services'])
  expect(gapsOf({ setpriv: '', landlock: 0, namespaces: false })).toHaveLength(3)
})

test('without any of it the program runs as it is', () => {
  const nothing: Support = { setpriv: '', landlock: 0, namespaces: false }
  expect(confine(['/usr/bin/ffmpeg', '-version'], { folder, network: 'none' }, nothing)).toEqual(['/usr/bin/ffmpeg', '-version'])
})
