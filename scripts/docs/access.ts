/** Generates docs/access.md: the answer to each caller, from the contract and the table of the access matrix. */
import { operations } from '#proto/operations/index.ts'
import type { PublicName } from '#scripts/testing/generate/rules.ts'
import { cellsOf, factsOf, rowName } from '../lab/access/cells.ts'
import { FRAME_ROWS, frameExpected } from '../lab/access/frame-rows.ts'
import { PAGE_ROWS } from '../lab/access/page-rows.ts'
import { cellText, type Expected, WRONG_CALLERS, type WrongCaller, wrongCallers } from '../lab/access/principals.ts'
import { type AccessRow, ROWS } from '../lab/access/rows.ts'
import { table } from './markdown.ts'

const HEAD = ['right caller', ...Object.values(WRONG_CALLERS)]

const INTRODUCTION = `# Who may call what

Written from \`proto/\` and \`scripts/lab/access/\` by \`npm run docs\`; \`npm run check\` compares. \`npx jest scripts/lab/access\`
tries every cell against a running product: all wrong callers first, then the right one with the same ids.

- **A number** is the status of the refusal. Somebody else's thing is answered as one that never existed, to the byte; the wrong caller of
  a secret (a link, a password, a passkey) knows everything but the secret.
- **own**: the answer is about the caller's own account, and has nothing of the owner. **open**: anybody may; what is there already stays.
- **allowed**: a blocked address can neither sign in nor register, but for browsers that signed in before
  ([decision 27](product/decisions.md#27-automatic-ip-blocking)). The right caller is tried from such an address.
- **limited**: a wall display of the owner may call it, about rings of today and its own calls alone
  ([record 0066](decisions/0066-a-wall-display-is-a-session-with-a-role.md)).
- **API token**: the owner's. It may call the operations that name a scope, if it has that scope; the matrix tries each with every other
  scope, \`services/gateway/test/api-tokens.test.ts\` with the right one ([record 0074](decisions/0074-api-tokens.md)). Documents and forms
  take no notice of it.
- **unreadable**: another site's page may cause the request, as a link does. It changes nothing, and the page may not read the answer.
- The other resident has premium, so that no refusal is about the plan. The free resident is tried where premium is needed, with its own
  things.
- Every request that changes something, and the socket's upgrade, needs our own Origin, unless it carries an API token, which no page of
  another site can send.`

const ABOUT_FRAMES =
  '401, and 403 of another Origin, are answers to the upgrade; the others are `error` frames, here with the status of their code over HTTP.'

const ABOUT_PAGES =
  'Anybody may open a page. What is behind the owner’s sign-in comes by operations; what a page itself contains of visitors is shown to:'

function rightCaller(name: PublicName, row: AccessRow): string {
  const { performs, proof } = factsOf(name, row)
  if (performs.caller === 'resident') return 'the owner'
  if (performs.caller === 'visitor') return 'the visitor of the ring'
  if (performs.caller === 'either') return 'the owner, the visitor of the ring'
  if (proof === undefined) return 'anybody'
  if (proof === 'credential') return 'the holder of the passkey'
  return proof === 'password' ? 'the holder of the password' : 'the holder of the link'
}

const textsOf = (expected: (caller: WrongCaller) => Expected | undefined) => wrongCallers.map((caller) => cellText(expected(caller)))

/** @returns the whole page, ending in one newline */
export function accessPage(): string {
  const rows = (Object.keys(ROWS) as PublicName[]).sort().flatMap((name) =>
    ROWS[name].map((row) => {
      const cells = new Map(cellsOf(name, row).map(({ caller, expected }) => [caller, expected]))
      return [`\`${rowName(name, row)}\``, rightCaller(name, row), ...textsOf((caller) => cells.get(caller))]
    }),
  )
  const frames = FRAME_ROWS.map((row) => {
    const right = { resident: 'the owner', visitor: 'the visitor of the ring', anybody: 'anybody with a socket' }[row.as]
    return [`\`${rowName(row.type, row)}\``, right, ...textsOf((caller) => frameExpected(caller, row))]
  })
  const shown = { visitor: 'the visitor of the ring', link: 'the holder of the link', nobody: '–' }
  const pages = PAGE_ROWS.map((row) => [`\`${rowName(row.page, row)}\``, shown[row.shownTo]])
  const internal = operations.filter(({ http }) => !http).length
  return `${[
    INTRODUCTION,
    `## Operations\n\n${table(['operation', ...HEAD], rows)}`,
    `The ${internal} internal operations have no route; who may send them on NATS is in \`proto/nats-access.ts\`.`,
    `## Pages\n\n${ABOUT_PAGES}\n\n${table(['page', 'shows texts of visitors to'], pages)}`,
    `## Frames\n\n${ABOUT_FRAMES}\n\n${table(['frame', ...HEAD], frames)}`,
  ].join('\n\n')}\n`
}
