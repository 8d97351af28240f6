/**
 * Runs inside the build of the images: bundles the services, builds the web, and copies each image's files to `<out>/<image>/`,
 * packages to `node_modules` and the rest to `app`, two layers of which the first changes with the lock file alone.
 */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../bootstrap/launch.mjs'
import { prepareServices, prepareWeb } from '../start/prepare.ts'
import { billOfRepository, reduceBill } from './bill-of-materials.ts'
import { type Image, imagesOf, importedFiles } from './contents.ts'
import { bundledInWeb, noticesOf, readPackage, withDependencies } from './notices.ts'

const PACKAGE = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/

function copy(file: string, folder: string): void {
  const target = join(folder, file.startsWith('node_modules/') ? '' : 'app', file)
  mkdirSync(dirname(target), { recursive: true })
  cpSync(join(ROOT, file), target, { recursive: true, dereference: true })
}

async function assemble(image: Image, out: string): Promise<void> {
  const folder = join(out, image.name)
  const imported = await importedFiles(ROOT, image.entries)
  const bundled = image.sources === image.entries ? imported : await importedFiles(ROOT, image.sources)
  for (const file of [...imported, ...image.reads, 'package.json']) copy(file, folder)
  // The build has bundled the web's packages into its own files.
  const joined = image.reads.includes('web/dist') ? withDependencies(ROOT, bundledInWeb(ROOT)) : []
  const folders = new Set([...bundled.flatMap((file) => PACKAGE.exec(file) ?? []), ...joined])
  const packages = [...folders].map((path) => readPackage(ROOT, path))
  writeFileSync(join(folder, 'app', 'sbom.cdx.json'), JSON.stringify(reduceBill(await bill, packages), undefined, 1))
  writeFileSync(join(folder, 'app', 'THIRD-PARTY-NOTICES'), noticesOf(packages))
  console.log(`${image.name}: ${imported.length} files, ${packages.length} packages`)
}

const [out = ''] = process.argv.slice(2)
console.log(`services: ${await prepareServices(ROOT)}`)
console.log(`web: ${await prepareWeb(ROOT, 'best')}`)
const bill = billOfRepository(ROOT)
for (const image of imagesOf(ROOT)) await assemble(image, out)
