/**
 * Hashed files of another release. While the gateway is replaced, a page of one release asks copies of both for its scripts: a copy that
 * lacks one asks the others over NATS (decision record 0040).
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { headers } from '@nats-io/transport-node'
import { BoundedMap } from '#kit/bounded-map.ts'
import type { Bus } from '#kit/bus.ts'
import type { Clock } from '#kit/clock.ts'
import { subjects } from '#proto/subjects.ts'
import type { Asset, AssetsOfCopies } from '../domain/ports.ts'

/** The names that Vite gives: the only ones worth a question. */
const NAME = /^\/assets\/[\w.-]{1,100}-[\w-]{8}\.[a-z0-9]{2,5}$/
const WAIT_MS = 500
/** What no copy has is not asked for again for a while. */
const MISSING_MS = 5_000
/** Questions at a time: invented names cost at most this many per WAIT_MS. */
const MOST_QUESTIONS = 16
/** Answers in memory; a release has about 300 files, the largest of 80 KB when compressed. */
const MOST_KNOWN = 300
/** An answer has to fit into one NATS message (1 MB). */
const MOST_BYTES = 900_000
const ENCODING = 'Content-Encoding'

type Known = { readonly asset: Promise<Asset | undefined>; readonly until: number }
type Deps = { readonly bus: Bus; readonly clock: Clock /** Of the built web: own files. */; readonly folder: string }

export function createAssetsOfCopies({ bus, clock, folder }: Deps): AssetsOfCopies {
  const known = new BoundedMap<string, Known>(MOST_KNOWN)
  let questions = 0

  const read = async (name: string): Promise<Asset | undefined> => {
    const file = path.join(folder, name)
    const brotli = await readFile(`${file}.br`).catch(() => undefined)
    const bytes = brotli ?? (await readFile(file).catch(() => undefined))
    return bytes && bytes.length <= MOST_BYTES ? { bytes, encoding: brotli ? 'br' : undefined } : undefined
  }

  // Whoever lacks the file is silent, the asking copy too: the first answer counts.
  bus.connection.subscribe(subjects.assets, {
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

  const ask = async (name: string): Promise<Asset | undefined> => {
    questions += 1
    try {
      const answer = await bus.connection.request(subjects.assets, name, { timeout: WAIT_MS })
      return { bytes: answer.data, encoding: answer.headers?.get(ENCODING) === 'br' ? 'br' : undefined }
    } catch {
      return undefined
    } finally {
      questions -= 1
    }
  }

  return {
    async find(name) {
      if (!NAME.test(name)) return undefined
      const before = known.get(name)
      if (before && before.until > clock.now().getTime()) return before.asset
      if (questions >= MOST_QUESTIONS) return undefined
      const asset = ask(name)
      known.set(name, { asset, until: Number.POSITIVE_INFINITY })
      if (!(await asset)) known.set(name, { asset, until: clock.now().getTime() + MISSING_MS })
      return asset
    },
  }
}
