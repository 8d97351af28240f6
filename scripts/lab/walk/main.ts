/**
 * `npm run walk -- --seed N --steps N`, or `--history file` to repeat a stored one.
 * Fails with the shortest failing history; with `--go-on`, with every kind of fault found.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { prepareStack } from '#scripts/testing/run/prepare.ts'
import { startStack } from '#scripts/testing/stack.ts'
import { countsTable, explain, faultsList } from './report.ts'
import { drawHistory, type History } from './steps.ts'
import { takeWalk } from './walk.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    steps: { type: 'string', default: '1000' },
    history: { type: 'string' },
    shrink: { type: 'string', default: '300' },
    'go-on': { type: 'boolean', default: false },
  },
})

await prepareStack()
const world = await startStack()
const seed = Number(values.seed)
const history = values.history ? (JSON.parse(readFileSync(values.history, 'utf8')) as History) : drawHistory(seed, Number(values.steps))
const began = performance.now()
try {
  const walked = await takeWalk(world, history, values['go-on'], (taken, fault) => {
    if (fault) console.error(`step ${taken + 1}: ${fault.message}`)
    else if (taken % 250 === 0) console.log(`${taken} steps, ${Math.round((performance.now() - began) / 1000)} s`)
  })
  console.log(countsTable(walked))
  if (walked.faults.length) console.error(faultsList(walked))
  if (walked.faults.length && values['go-on']) process.exitCode = 1
  else if (walked.faults.length) {
    const { text, shortest } = await explain(world, history, walked, seed, Number(values.shrink))
    writeFileSync(`walk-${seed}.json`, JSON.stringify(shortest, null, 1))
    console.error(`${text}\nreplay: npm run walk -- --history walk-${seed}.json`)
    process.exitCode = 1
  } else console.log(`clean: seed ${seed}, ${walked.steps} steps in ${Math.round((performance.now() - began) / 1000)} s`)
} finally {
  await world.stop()
}
