/**
 * Hashed files of another release. While the gateway is replaced, a page of one release requests its scripts from copies of both. Each copy
 * publishes the names of its files at its start, and requests a file that it lacks and another copy has over NATS (record 0040).
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { headers } from '@nats-io/transport-node'
import { z } from 'zod'
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import type { Log } from '#kit/log.ts'
import { subjects } from '#proto/subjects.ts'
import type { Asset, AssetsOfCopies } from '../domain/ports.ts'

/** Names as Vite makes them; the compressed files beside them have no separate ones. */
const NAME = /^\/assets\/[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/
const NAMES = z.array(z.string().regex(NAME)).max(2_000)
/** The names of a few releases with 300 files each. */
const MOST_NAMES = 2_000
const WAIT_MS = 1_000
/** A copy that had a file may have ended: its files are not requested again for a while. */
const MISSING_MS = 5_000
/** An answer must fit one NATS message (1 MB). */
const MOST_BYTES = 900_000
const ENCODING = 'Content-Encoding'

type Known = { readonly asset: Promise<Asset | undefined>; readonly until: number }
type Deps = { readonly bus: Bus; readonly clock: Clock; readonly log: Log /** The built web. */; readonly folder: string }

/** Publishes the names of this copy's files to the others, now and after each lost connection. */
export function createAssetsOfCopies({ bus, clock, log, folder }: Deps): AssetsOfCopies {
  /** The names of other copies' files, and the requests made for them. */
  const elsewhere = new BoundedMap<string, Known | undefined>(MOST_NAMES)
  const { connection } = bus

  const addNames = (text: string) => {
    const names = NAMES.safeParse(JSON.parse(text))
    if (!names.success) return log.warn('names of another copy’s assets could not be read')
    for (const name of names.data) if (!elsewhere.has(name)) elsewhere.set(name, undefined)
  }
  const ownNames = async () => {
    const files = await readdir(path.join(folder, 'assets')).catch(() => [])
    return JSON.stringify(files.map((file) => `/assets/${file}`).filter((name) => NAME.test(name)))
  }
  const read = async (name: string): Promise<Asset | undefined> => {
    const file = path.join(folder, name)
    const brotli = await readFile(`${file}.br`).catch(() => undefined)
    const bytes = brotli ?? (await readFile(file).catch(() => undefined))
    return bytes && bytes.length <= MOST_BYTES ? { bytes, encoding: brotli ? 'br' : undefined } : undefined
  }
  const ask = async (name: string): Promise<Asset | undefined> => {
    const answer = await connection.request(subjects.asset, name, { timeout: WAIT_MS }).catch(() => undefined)
    return answer && { bytes: answer.data, encoding: answer.headers?.get(ENCODING) === 'br' ? 'br' : undefined }
  }

  const inbox = bus.createInbox()
  connection.subscribe(inbox, { callback: (_error, message) => addNames(message.string()) })
  connection.subscribe(subjects.assetNames, {
    callback: (_error, message) => {
      addNames(message.string())
      void ownNames().then((names) => message.respond(names))
    },
  })
  // Copies without the file do not answer: the first answer counts.
  connection.subscribe(subjects.asset, {
    callback: (_error, message) => {
      const name = message.string()
      if (!NAME.test(name)) return
      void read(name).then((asset) => {
        const answer = headers()
        if (asset?.encoding) answer.set(ENCODING, asset.encoding)
        if (asset) message.respond(asset.bytes, { headers: answer })
      })
    },
  })
  const publishNames = async () => connection.publish(subjects.assetNames, await ownNames(), { reply: inbox })
  bus.onReconnect(() => void publishNames())
  void publishNames()

  return {
    async find(name) {
      if (!elsewhere.has(name)) return undefined
      const before = elsewhere.get(name)
      if (before && before.until > clock.now().getTime()) return before.asset
      const asset = ask(name)
      elsewhere.set(name, { asset, until: Number.POSITIVE_INFINITY })
      if (!(await asset)) elsewhere.set(name, { asset, until: clock.now().getTime() + MISSING_MS })
      return asset
    },
  }
}
