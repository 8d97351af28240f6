/** Another commit of this repository in a separate folder, for as long as it is measured. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '#scripts/bootstrap/launch.mjs'

export type Tree = { readonly folder: string; readonly commit: string; readonly remove: () => void }

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/**
 * Checks a commit out. This tree's benchmark measures its product, so that both are measured alike, and so that commits that are older than
 * the benchmark can be measured.
 * @throws Error if there is no such commit
 */
export function checkOut(name: string): Tree {
  const commit = git('rev-parse', '--short', '--verify', `${name}^{commit}`)
  const parent = mkdtempSync(join(tmpdir(), 'doorbell-against-'))
  const folder = join(parent, 'tree')
  const remove = () => {
    git('worktree', 'remove', '--force', folder)
    rmSync(parent, { recursive: true, force: true })
  }
  git('worktree', 'add', '--quiet', '--detach', folder, commit)
  try {
    // With other dependencies, the first program that runs in it installs them (scripts/bootstrap).
    if (hasSameDependencies(folder)) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
    rmSync(join(folder, 'scripts/lab/bench'), { recursive: true, force: true })
    cpSync(join(ROOT, 'scripts/lab/bench'), join(folder, 'scripts/lab/bench'), { recursive: true })
    return { folder, commit, remove }
  } catch (error) {
    remove()
    throw error
  }
}

function hasSameDependencies(folder: string): boolean {
  const [here, there] = [ROOT, folder].map((tree) => readFileSync(join(tree, 'package-lock.json'), 'utf8'))
  return here === there
}
