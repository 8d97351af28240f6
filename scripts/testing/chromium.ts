/** The browser of the tests: Debian's chromium, on PATH, installed by apt as root, or unpacked into the cache without root. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hasApt, unpackAll } from '#scripts/servers/debian-packages.ts'
import { StartError } from '#scripts/servers/server.ts'
import { isRoot } from '#scripts/servers/unprivileged.ts'

const run = promisify(execFile)
const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
const INSTALL_MS = 600_000

export type Browser = { readonly executablePath: string; readonly env: Readonly<Record<string, string>> }

/** Each browser context is a window, whose address bar would load two pages of its own; that takes a tenth of a test's CPU time. */
const UNUSED = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'] as const
/** Features that Playwright disables (chromiumSwitches in playwright-core). Chromium uses only the last list, so ours repeats them. */
const AS_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
] as const

/** No requests of the browser itself, no first-run pages; real media code with fake devices that always work. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...AS_PLAYWRIGHT, ...UNUSED].join()}`,
  '--use-fake-device-for-media-stream',
  '--autoplay-policy=document-user-activation-required',
] as const

let found: Promise<Browser> | undefined

/** @throws StartError with what to install; a missing browser never skips a test */
export function findChromium(say: (line: string) => void = () => undefined): Promise<Browser> {
  found ??= look(say)
  return found
}

async function look(say: (line: string) => void): Promise<Browser> {
  const given = process.env.CHROMIUM_PATH
  if (given) return { executablePath: given, env: {} }
  const path = await onPath()
  if (path) return { executablePath: path, env: {} }
  if (await hasApt()) {
    const got = isRoot() ? await installed(say) : await unpacked(say)
    if (got) return got
  }
  throw new StartError('The browser tests need Chromium: install it (sudo apt-get install chromium), or name it in CHROMIUM_PATH.')
}

async function onPath(): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(':')) {
    const name = NAMES.find((candidate) => existsSync(join(folder, candidate)))
    if (name) return join(folder, name)
  }
  return existsSync(MAC) ? MAC : undefined
}

async function installed(say: (line: string) => void): Promise<Browser | undefined> {
  say('installing chromium')
  const apt = (...args: string[]) =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=600', ...args], {
      timeout: INSTALL_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
  const install = () => apt('install', '-y', '--no-install-recommends', 'chromium')
  try {
    await install().catch(async () => {
      await apt('update')
      await install()
    })
  } catch (error) {
    say(`apt-get could not install chromium: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return unpacked(say)
  }
  const path = await onPath()
  return path ? { executablePath: path, env: {} } : undefined
}

async function unpacked(say: (line: string) => void): Promise<Browser | undefined> {
  const { folder, libraries } = await unpackAll(['chromium'], 'chromium', say)
  // usr/bin/chromium is a script that knows only the system's own folders.
  const executablePath = join(folder, 'usr', 'lib', 'chromium', 'chromium')
  return existsSync(executablePath) ? { executablePath, env: { LD_LIBRARY_PATH: libraries } } : undefined
}
