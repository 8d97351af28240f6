/** The operator's commands that connect to no product, or to one of their own choice. */
import { rotateKeys as rotate } from '../start/secrets.ts'
import { checkMediaCommand } from './check-media/command.ts'
import { dataDirOf } from './connection.ts'
import type { LocalContext, Verb } from './verbs.ts'

/** The longest life of an erasure token (proto/limits.ts: how long a premium account stores rings). */
const ERASURE_DAYS = 30

export type LocalVerb = Pick<Verb, 'takes' | 'summary'> & {
  /** @returns the exit status. @throws StartError */
  run(context: LocalContext): number | Promise<number>
}

export const LOCAL_VERBS: Readonly<Record<string, LocalVerb>> = {
  'rotate-keys': {
    takes: [[]],
    summary: "new keys for visitors' cookies and passes, and for pushes, from the next start on",
    run: rotateKeys,
  },
  'check-media': {
    takes: [[], ['--json']],
    summary: 'whether calls work from here, and which port is closed; PUBLIC_URL names a product elsewhere',
    run: checkMediaCommand,
  },
}

function rotateKeys({ root, env, print }: LocalContext): number {
  rotate(dataDirOf(root, env))
  print(
    "There are new keys for visitors' cookies and passes, and for pushes. Start the product again: from then on they sign, " +
      'and the present ones verify. Each browser subscribes to pushes with the new key when its page is next opened.',
  )
  print(
    "The next rotation drops the present keys: visitors' cookies of before are refused then. " +
      `Wait ${ERASURE_DAYS} days and longer than the farthest approved visit, unless a key has become known.`,
  )
  return 0
}
