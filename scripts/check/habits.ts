/** What the style asks of every file and no linter rule says: sizes, words, clocks, ways out. */

import type { Finding, Source } from './source.ts'
import { placeOf } from './walls.ts'

const MAX_LINES = 400

type Habit = {
  readonly pattern: RegExp
  readonly message: string
  readonly applies: (file: string) => boolean
  /** Looks at comments too. */
  readonly comments?: true
}

const inService = (file: string) => placeOf(file).part === 'service' && file.includes('/src/')
const anywhere = (file: string) => !file.startsWith('scripts/check/')

const HABITS: readonly Habit[] = [
  {
    pattern: /\bas any(?! ?\w)|<any>/,
    message: '`any` hides a mistake: parse with the schema of proto, or narrow with a check.',
    applies: anywhere,
  },
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
    pattern: /\b(?:test|it|describe)\.(?:skip|only|todo)\(|\bx(?:it|test|describe)\(/,
    message: 'No test is skipped: make it pass or delete it.',
    applies: anywhere,
  },
  {
    pattern: /\bDate\.now\(\)|\bnew Date\(\)/,
    message: "Time is an argument: take kit's clock in app.ts and pass it on, so that a test can shift it.",
    applies: (file) => inService(file) && !/\.test\.ts$/.test(file),
  },
  {
    pattern: /\bNOW\(\)|\bCURRENT_TIMESTAMP\b|\bclock_timestamp\(\)|@default\(now\(\)\)/,
    message: "SQL never asks its own clock: pass the time from kit's clock as a parameter.",
    applies: (file) => file.startsWith('services/') || /\.(sql|prisma)$/.test(file),
  },
  {
    pattern: /\b(?:doorbell|visitor|doors?|premium|ringing|activity|activities)\b/i,
    message: 'kit has no business word: name what the plumbing does, and pass the rest in from the service.',
    applies: (file) => placeOf(file).part === 'kit' && !/\.test\.ts$/.test(file) && !file.includes('/test/'),
  },
]

/** Every line of code that breaks a habit of the house. */
export function habits(sources: readonly Source[]): Finding[] {
  return sources.flatMap((source) => {
    const rules = HABITS.filter((habit) => habit.applies(source.file))
    const code = source.code.split('\n')
    const text = source.text.split('\n')
    return rules.flatMap((habit) =>
      (habit.comments ? text : code).flatMap((line, index) =>
        habit.pattern.test(line) ? [{ file: source.file, line: index + 1, message: habit.message }] : [],
      ),
    )
  })
}

/** No file above 400 lines: the reader loses it, and it is usually two files. */
export function sizes(files: readonly { readonly file: string; readonly text: string }[]): Finding[] {
  return files.flatMap(({ file, text }) => {
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
    return lines <= MAX_LINES ? [] : [{ file, message: `${lines} lines, at most ${MAX_LINES}. Split it by what changes together.` }]
  })
}
