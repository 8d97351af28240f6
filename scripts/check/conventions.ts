/** Style rules that no linter has: clocks, double casts, line length, inline rule suppressions, product terms in kit. */

import { locationOf } from './boundaries.ts'
import type { Finding, Source } from './source.ts'

type Convention = {
  readonly pattern: RegExp
  readonly message: string
  readonly applies: (file: string) => boolean
  /** Also checks comments. */
  readonly comments?: true
}

const inService = (file: string) => locationOf(file).area === 'service' && file.includes('/src/')
const holdsNoSql = (file: string) => (inService(file) || file.startsWith('services/kit/src/')) && !/\.test\.ts$/.test(file)
const inPages = (file: string) => file.startsWith('web/src/') && !/\.test\.tsx?$|\/testing\//.test(file)
/** These files estimate the server's clock, show the time before there is one, or count across reloads: intents, a press's key. */
const LOCAL_CLOCK = /^web\/src\/(?:core\/(?:server-clock|api|outbox)|visitor\/(?:server-rendered|page\/press-key))\.ts$/
/** The build lowers the syntax for the browsers of web/build/web-config.ts, but not the library. */
const inBrowsers = (file: string) => inPages(file) || (file.startsWith('proto/') && !/\.test\.ts$/.test(file))
const TOO_NEW = 'The oldest supported browsers (record 0061) do not have it: write it out, or test for it first.'
const anywhere = (file: string) => !file.startsWith('scripts/check/')

const CONVENTIONS: readonly Convention[] = [
  {
    pattern: /\bas unknown as\b/,
    message: 'A double cast hides a mistake: parse with the schema of proto, or fix the type.',
    applies: anywhere,
  },
  {
    pattern: /biome-ignore|eslint-disable|@ts-ignore|@ts-expect-error|@ts-nocheck/,
    message: 'No rule is switched off in place: change the code, or the rule for everyone in biome.json.',
    applies: anywhere,
    comments: true,
  },
  {
    pattern: /\bTODO\b|\bFIXME\b|\bXXX\b/,
    message: 'Do it now, or write it down where work is planned; the tree holds no TODO.',
    applies: anywhere,
    comments: true,
  },
  {
    // Counts characters rather than UTF-16 units.
    pattern: /^.{141}/u,
    message: 'Break the line: at most 140 columns.',
    applies: (file) => /\.(tsx?|mjs)$/.test(file),
    comments: true,
  },
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    message: "Time is an argument: take kit's clock in app.ts and pass it on, so that a test can shift it.",
    applies: (file) => inService(file) && !/\.test\.ts$/.test(file),
  },
  {
    pattern: /\bnew Date\(\)|\bDate\.now\(\)/,
    message: "A device's clock may be wrong by years: show times by clock.now() (useNow()), and measure with performance.now().",
    applies: (file) => inPages(file) && !LOCAL_CLOCK.test(file),
  },
  {
    pattern: /\b(?:local|session)Storage\./,
    message: 'Storage may be blocked or full, and then throws: use core/storage.ts.',
    applies: inPages,
  },
  {
    pattern: /isComposing|\bkey\b.*===? '(?:Enter|Escape)'/,
    message: 'Enter and Escape may be meant for an input method: ask isEnter or isEscape of ui/keys.ts.',
    applies: (file) => inPages(file) && !/^web\/src\/ui\/(?:keys|dialog)\.ts/.test(file),
  },
  {
    pattern: /\.(?:toSorted|toReversed|toSpliced|toWellFormed|isWellFormed|checkVisibility)\(/,
    message: TOO_NEW,
    applies: inBrowsers,
  },
  {
    pattern: /\b(?:(?:Object|Map)\.groupBy|Promise\.(?:withResolvers|try)|Array\.fromAsync|URL\.(?:canParse|parse)|AbortSignal\.any)\b/,
    message: TOO_NEW,
    applies: inBrowsers,
  },
  {
    pattern: /\buse(?:Infinite|Suspense)?Query\(|\buseMutation\(/,
    message:
      "Queries belong to a feature: its queries.ts, or core/queries if several features read them. The page calls the feature's hook.",
    applies: (file) => /^web\/src\/(ui|resident\/(pages|shell))\//.test(file),
  },
  {
    pattern: /\bNOW\(\)|\bCURRENT_TIMESTAMP\b|\bclock_timestamp\(\)|@default\(now\(\)\)/,
    message: "SQL never asks its own clock: pass the time from kit's clock as a parameter.",
    // Kit's clock follows the server's there.
    applies: (file) => (file.startsWith('services/') && file !== 'services/kit/src/postgres.ts') || /\.(sql|prisma)$/.test(file),
  },
  {
    pattern: /\.query[(<]|\$(?:query|execute)Raw/,
    message:
      'SQL is a statement in a file *.sql.ts, where the check compares it with the database; run it by fetchRows, fetchRow or execute.',
    applies: (file) => holdsNoSql(file) && file !== 'services/kit/src/postgres.ts',
  },
  {
    pattern: /\bstatement(?:Family)?\(/,
    message: 'Declare statements in a file *.sql.ts: the check compares those with the database.',
    applies: (file) => holdsNoSql(file) && !/(\.sql|kit\/src\/statement)\.ts$/.test(file),
  },
  {
    pattern: /\b(?:doorbell|visitor|doors?|premium|ringing|activity|activities)\b/i,
    message: 'kit has no business word: name what the mechanism does, and pass the rest in from the service.',
    applies: (file) => locationOf(file).area === 'kit' && !/\.test\.ts$/.test(file) && !file.includes('/test/'),
  },
]

/** @returns every line that breaks a convention */
export function conventions(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const rules = CONVENTIONS.filter(({ applies }) => applies(source.file))
    const code = source.code.split('\n')
    const text = source.text.split('\n')
    return rules.flatMap(({ pattern, message, comments }) =>
      (comments ? text : code).flatMap((line, index) => (pattern.test(line) ? [{ file: source.file, line: index + 1, message }] : [])),
    )
  })
}
