/** The software bill of materials of an image, in CycloneDX (ECMA-424): npm's own for the lock file, reduced to what the image contains. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

type Component = { readonly 'bom-ref': string; readonly properties?: readonly { readonly name: string; readonly value: string }[] }
export type BillOfMaterials = {
  readonly components: readonly Component[]
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[]
}

export async function billOfRepository(root: string): Promise<BillOfMaterials> {
  const args = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error']
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  return JSON.parse(stdout) as BillOfMaterials
}

const pathOf = ({ properties }: Component) => properties?.find(({ name }) => name === 'cdx:npm:package:path')?.value

/** @param packages folders of packages, from the root: `node_modules/zod` */
export function reduceBill<B extends BillOfMaterials>(bill: B, packages: ReadonlySet<string>): B {
  const components = bill.components.filter((component) => packages.has(pathOf(component) ?? ''))
  const kept = new Set(components.map((component) => component['bom-ref']))
  const dependencies = bill.dependencies
    .filter(({ ref }) => kept.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => kept.has(other)) }))
  return { ...bill, components, dependencies }
}
