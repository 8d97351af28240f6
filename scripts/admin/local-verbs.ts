/** The operator's commands on the data directory itself, for which no product needs to run. */
import { rotateKeys as rotate } from '../start/secrets.ts'
import { dataDirOf } from './connection.ts'
import type { Verb } from './verbs.ts'

/** The longest life of an erasure token (proto/limits.ts: how long a premium account stores rings). */
const ERASURE_DAYS = 30

export type LocalVerb = Pick<Verb, 'takes' | 'summary'> & {
  /** @returns the lines to print. @throws StartError */
  run(root: string, env: NodeJS.ProcessEnv): readonly string[]
}

export const LOCAL_VERBS: Readonly<Record<string, LocalVerb>> = {
  'rotate-keys': {
    takes: [[]],
    summary: "new keys for visitors' cookies and passes, and for pushes, from the next start on",
    run: rotateKeys,
  },
}

function rotateKeys(root: string, env: NodeJS.ProcessEnv): readonly string[] {
  rotate(dataDirOf(root, env))
  return [
    "There are new keys for visitors' cookies and passes, and for pushes. Start the product again: from then on they sign, " +
      'and the present ones verify. Each browser subscribes to pushes with the new key when its page is next opened.',
    "The next rotation drops the present keys: visitors' cookies of before are refused then. " +
      `Wait ${ERASURE_DAYS} days and longer than the farthest approved visit, unless a key has become known.`,
  ]
}
