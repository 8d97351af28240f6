/** The software bill of materials of an image, in CycloneDX (ECMA-424): npm's own for the lock file, reduced to what the image contains. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Component = { readonly 'bom-ref': string; readonly name: string; readonly version: string }
export type BillOfMaterials = {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

export async function billOfRepository(root: string): Promise<BillOfMaterials> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as BillOfMaterials
}

/** By name and version: npm gives a package's path only in some of its releases. */
export function reduceBill<B extends BillOfMaterials>(
  bill: B,
  packages: readonly { readonly name: string; readonly version: string }[],
): B {
  const wanted = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  const components = bill.components.filter(({ name, version }) => wanted.has(`${name}@${version}`))
  const kept = new Set(components.map((component) => component['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  return { ...bill, components, dependencies }
}
