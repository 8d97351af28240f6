/** The next release, whose pages have other scripts, and back: pages of both keep loading. */
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../../bootstrap/launch.mjs'
import { run } from './cluster.ts'
import { IMAGES, type Installation, RELEASE, TAG } from './installation.ts'
import { Pages } from './pages.ts'
import { Rings, rungInWords } from './rings.ts'

const NEXT = 'next'

async function buildNext(installation: Installation): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'doorbell-next-'))
  const git = (...args: readonly string[]) => run('git', ['-C', ROOT, ...args], process.env)
  await git('worktree', 'add', '--detach', join(folder, 'tree'), 'HEAD')
  try {
    for (const page of ['visitor', 'resident'])
      await appendFile(join(folder, 'tree/web/src', page, 'main.tsx'), "\ndocument.documentElement.dataset.release = 'next'\n")
    await installation.build(NEXT, '--context', join(folder, 'tree'), '--previous', `${IMAGES}/gateway:${TAG}`)
  } finally {
    await git('worktree', 'remove', '--force', join(folder, 'tree'))
    await rm(folder, { recursive: true, force: true })
  }
}

/** The next release while people ring and a page is open; and back. */
export async function upgradeAndBack(installation: Installation): Promise<void> {
  const { cluster, progress } = installation
  await progress.step('build next', () => buildNext(installation))
  const rings = await Rings.prepare(await installation.openIngress(), installation.host)
  const resident = await installation.premium()
  const pages = await Pages.open(installation.url, resident)
  const during = (what: string, work: () => Promise<void>) =>
    progress.step(what, () => rings.during(() => loading(installation, work)), rungInWords)
  try {
    await pages.ring()
    await during('next release', () => installation.install(`global.image.tag=${NEXT}`))
    await during('rollback', async () => void (await cluster.helm('rollback', RELEASE, '--wait')))
  } finally {
    await pages.close()
    await resident.leave()
    await rings.leave()
  }
}

/** Opens both pages with all their assets again and again, in browsers without a cache, until `work` ends. */
async function loading(installation: Installation, work: () => Promise<void>): Promise<void> {
  const resident = await installation.premium()
  let over = false
  let opened = 0
  const loads = (async () => {
    do {
      const pages = await Pages.open(installation.url, resident)
      await Promise.all([pages.home, pages.door].map((page) => page.waitForLoadState('networkidle')))
      const { broken } = pages
      await pages.close()
      if (broken.length > 0) throw new Error(`assets failed: ${broken.join(', ')}`)
      opened += 2
    } while (!over)
  })()
  try {
    await Promise.all([loads, work().finally(() => (over = true))])
    installation.progress.say(`${opened} pages opened with every asset`)
  } finally {
    await resident.leave()
  }
}
