/** Unique numbers of a test run: test files of several processes derive names and addresses from them and share a product. */
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** How many blocks a process outside a test run has, such as `npm run walk`. */
const OWN_BLOCKS = 250
let own = 0

/** @returns the number of a block that only this process uses */
export function claimBlock(): number {
  const folder = process.env.TEST_RUN_FOLDER
  if (!folder) {
    own += 1
    return (process.pid % OWN_BLOCKS) * OWN_BLOCKS + own
  }
  const blocks = join(folder, 'blocks')
  mkdirSync(blocks, { recursive: true })
  for (let block = readdirSync(blocks).length; ; block += 1) if (claim(join(blocks, String(block)))) return block
}

/** Creating a folder succeeds only once, which makes it an atomic claim. */
function claim(folder: string): boolean {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
