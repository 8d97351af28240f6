/** Prepares the programs that the suites need; each is kept in the cache. */
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { prepareWorker as makeWorker } from '#scripts/media-worker/prepare.ts'
import { prepareFfmpeg } from '#scripts/servers/ffmpeg.ts'
import { findProgram } from '#scripts/servers/find-program.ts'
import { NATS } from '#scripts/servers/nats.ts'
import { REDIS } from '#scripts/servers/redis.ts'
import { findVersitygw } from '#scripts/servers/versitygw.ts'
import { prepareServices, prepareWeb } from '#scripts/start/prepare.ts'
import { findChromium } from '../chromium.ts'
import { findPoppler } from '../poppler.ts'
import { findFirefox } from '../push/find-firefox.ts'
import { pushBrowsers } from '../push/push-world.ts'
import { serverMode } from '../servers.ts'
import { readStripeSpec } from '../stripe/spec.ts'

type Say = (line: string) => void

/** @returns in words which servers the tests use */
export async function prepareServers(say: Say): Promise<string> {
  if ((await serverMode()) === 'containers') return 'containers'
  await Promise.all([findProgram(REDIS, say), findProgram(NATS, say)])
  return 'embedded'
}

/** The object store, which takes minutes to build; only tagged tests need it. @returns the path of its program */
export const prepareBucket = (say: Say): Promise<string> => findVersitygw(say)

/** @returns the version of Stripe's published specification @throws Error if it is not available, in continuous integration */
export async function prepareStripeSpec(say: Say): Promise<string> {
  return (await readStripeSpec(process.env, say))?.spec.info.version ?? 'not compared with'
}

/** The programs that record calls. @returns their paths @throws Error if they are not available */
export async function prepareRecorder(say: Say): Promise<string> {
  const found = await prepareFfmpeg(say)
  if (!found) throw new Error('ffmpeg is needed to record calls: please install it')
  return found.ffmpeg
}

/** Chromium, and the tools that read the PDFs that it prints. @returns the browser's path, which child processes then use */
export async function prepareChromium(say: Say): Promise<string> {
  const [{ executablePath, env }] = await Promise.all([findChromium(say), findPoppler(say)])
  if (Object.keys(env).length === 0) process.env.CHROMIUM_PATH = executablePath
  return executablePath
}

/** Firefox, which only tagged tests need. @returns which browsers are sent pushes @throws Error without it in continuous integration */
export async function preparePushBrowsers(say: Say): Promise<string> {
  return (await pushBrowsers({ say, find: () => findFirefox(say) })).join(', ') || 'none'
}

export const prepareSources = (): Promise<string> => prepareServices(ROOT)
export const prepareSite = (): Promise<string> => prepareWeb(ROOT)

/** @returns the path of the media worker, which is fetched or built first if it is missing (record 0004) */
export function prepareWorker(say: Say): Promise<string> {
  return process.env.MEDIASOUP_WORKER_BIN ? Promise.resolve(process.env.MEDIASOUP_WORKER_BIN) : makeWorker(say)
}

/** All programs that a stack with browsers and calls uses, for the tools that start one outside the suites. */
export async function prepareStack(say: Say = console.log): Promise<void> {
  await prepareSources()
  await Promise.all([prepareSite(), prepareServers(say), prepareWorker(say), prepareChromium(say), prepareRecorder(say)])
}
