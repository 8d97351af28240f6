/** A Chromium page that is one device of a call: real WebRTC with fake devices, for tests of signaling and sfu without our pages. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import type { MediaEvent, MediaRequest, MediaSource } from '#proto/frames/media.ts'
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts'
import type { MediaClient } from './browser-side.ts'

const run = promisify(execFile)

export type Steer = (request: MediaRequest) => Promise<unknown>
export type Counters = Awaited<ReturnType<MediaClient['counters']>>

/** Built once for all files of a Jest run. */
async function bundle(): Promise<string> {
  const kept = process.env.TEST_RUN_FOLDER && join(process.env.TEST_RUN_FOLDER, 'media-page.js')
  if (kept && existsSync(kept)) return readFileSync(kept, 'utf8')
  const { stdout } = await run(process.execPath, [join(import.meta.dirname, 'bundle.ts')], { maxBuffer: 16_000_000 })
  if (kept) {
    const part = `${kept}-${process.pid}`
    writeFileSync(part, stdout)
    renameSync(part, kept)
  }
  return stdout
}

/** One browser for all pages of a test file. */
export class MediaBrowser {
  readonly #browser: Browser
  readonly #url: string
  readonly #close: () => void

  private constructor(browser: Browser, url: string, close: () => void) {
    this.#browser = browser
    this.#url = url
    this.#close = close
  }

  static async launch(): Promise<MediaBrowser> {
    const { executablePath, env } = await findChromium()
    const script = await bundle()
    const server = createServer((request, response) => {
      const isScript = request.url === '/page.js'
      response.writeHead(200, { 'content-type': isScript ? 'text/javascript' : 'text/html' })
      response.end(isScript ? script : '<!doctype html><title>media</title><body><script src="/page.js"></script>')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const browser = await chromium.launch({
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      args: [...CHROMIUM_FLAGS, '--use-fake-ui-for-media-stream'],
    })
    return new MediaBrowser(browser, `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, () => server.close())
  }

  /** @param steer forwards the page's media requests */
  async device(steer: Steer): Promise<MediaPage> {
    const context = await this.#browser.newContext()
    const page = await context.newPage()
    await page.exposeFunction('steer', steer)
    await page.goto(this.#url)
    return new MediaPage(page)
  }

  async close(): Promise<void> {
    await this.#browser.close()
    this.#close()
  }
}

export class MediaPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** @param lacks a codec that this browser pretends not to support, such as `video/VP8` */
  join(mode: 'prepare' | 'call', fresh = false, lacks = ''): Promise<{ epoch: number; kept: boolean }> {
    return this.page.evaluate(([how, anew, without]) => window.mediaClient.join(how, anew, without), [mode, fresh, lacks] as const)
  }

  sentCodec(): Promise<string | undefined> {
    return this.page.evaluate(() => window.mediaClient.sentCodec())
  }

  produce(sources: readonly MediaSource[], paused = false): Promise<void> {
    return this.page.evaluate(([what, off]) => window.mediaClient.produce(what, off), [sources, paused] as const)
  }

  setPaused(source: MediaSource, paused: boolean): Promise<void> {
    return this.page.evaluate(([what, off]) => window.mediaClient.setPaused(what, off), [source, paused] as const)
  }

  restartIce(): Promise<void> {
    return this.page.evaluate(() => window.mediaClient.restartIce())
  }

  hear(event: MediaEvent): Promise<void> {
    return this.page.evaluate((mediaEvent) => window.mediaClient.onEvent(mediaEvent), event)
  }

  events(): Promise<MediaEvent[]> {
    return this.page.evaluate(() => window.mediaClient.events())
  }

  counters(): Promise<Counters> {
    return this.page.evaluate(() => window.mediaClient.counters())
  }

  /** From now on measures how long no media packet arrives. */
  watchArrivals(): Promise<void> {
    return this.page.evaluate(() => window.mediaClient.watchArrivals())
  }

  /** @returns the longest time without a packet since `watchArrivals`, milliseconds */
  longestSilence(): Promise<number> {
    return this.page.evaluate(() => window.mediaClient.longestSilence())
  }

  close(): Promise<void> {
    return this.page.context().close()
  }
}
