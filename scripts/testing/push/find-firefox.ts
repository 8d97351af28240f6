/** The Firefox of the tests: on PATH, or Debian's firefox-esr unpacked into the cache, with the library that shows notifications. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { hasApt, unpackAll } from '#scripts/servers/debian-packages.ts'
import { StartError } from '#scripts/servers/server.ts'
import { isAtLeast, versionOf } from '#scripts/servers/versions.ts'
import type { Browser } from '../chromium.ts'

/** The first version whose notifications have buttons. */
const LEAST = [152, 0] as const
const NAMES = ['firefox-esr', 'firefox']
/** Firefox loads this library if it finds it. */
const LIBNOTIFY = 'libnotify.so.4'

let found: Promise<Browser> | undefined

/** @throws StartError with what to install */
export function findFirefox(say: (line: string) => void = () => undefined): Promise<Browser> {
  found ??= look(say)
  return found
}

async function look(say: (line: string) => void): Promise<Browser> {
  const browser = onPath() ?? (await unpacked(say))
  const least = `Firefox ${LEAST[0]} or newer is needed to test push`
  if (!browser)
    throw new StartError(`${least}: install it with libnotify (apt-get install firefox-esr libnotify4), or name it in FIREFOX_PATH.`)
  const version = await versionOf(browser.executablePath, { ...process.env, ...browser.env })
  if (!version) throw new StartError(`${least}: ${browser.executablePath} does not start.`)
  if (!isAtLeast(version, LEAST)) throw new StartError(`${least}: ${browser.executablePath} is ${version.join('.')}.`)
  return browser
}

function onPath(): Browser | undefined {
  const given = process.env.FIREFOX_PATH
  if (given) return { executablePath: given, env: {} }
  if (!hasLibnotify()) return undefined
  const paths = (process.env.PATH ?? '').split(':').flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const executablePath = paths.find((path) => existsSync(path))
  return executablePath ? { executablePath, env: {} } : undefined
}

function hasLibnotify(): boolean {
  const folders = ['/usr/lib', '/usr/lib64'].filter((folder) => existsSync(folder))
  const multiarch = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.includes('-linux-'))
      .map((name) => join(folder, name)),
  )
  return [...folders, ...multiarch].some((folder) => existsSync(join(folder, LIBNOTIFY)))
}

async function unpacked(say: (line: string) => void): Promise<Browser | undefined> {
  if (!(await hasApt())) return undefined
  try {
    const { folder, libraries } = await unpackAll(['firefox-esr', 'libnotify4'], 'firefox-esr', say)
    // usr/bin/firefox-esr links to a folder of the system, not to the unpacked one.
    return { executablePath: join(folder, 'usr', 'lib', 'firefox-esr', 'firefox-esr'), env: { LD_LIBRARY_PATH: libraries } }
  } catch (error) {
    say(`Debian's firefox-esr could not be unpacked: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
    return undefined
  }
}
