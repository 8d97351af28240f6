/** `npm run check` as a suite of `npm test`: a process of its own, so that it gives way to the suite beside it. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'
import { type Count, FAILED, NOTHING } from './count.ts'

export async function checkSuite(): Promise<Count> {
  const child = fork(join(ROOT, 'scripts', 'check.ts'), { cwd: ROOT })
  if (child.pid) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  let count: Count | undefined
  child.on('message', (counted: Pick<Count, 'passed' | 'failed'>) => {
    count = { ...NOTHING, ...counted }
  })
  await once(child, 'close')
  return count ?? FAILED
}
