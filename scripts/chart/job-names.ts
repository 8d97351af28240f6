/** The migrations' Job: its name follows its content, because Kubernetes refuses to change the pod template of a Job that is there. */
import { parseManifests } from './manifests.ts'
import { BASE } from './value-set.ts'
import { nest, type Tree } from './values.ts'

type Render = (values: Tree, release: string) => Promise<{ readonly code: number; readonly output: string }>
type Change = { readonly what: string; readonly values: Tree; readonly other: boolean }

const TAG = 'release-2026.11.26-1430'
/** What an operator changes without or with the tag, and whether another Job has to run. */
const CHANGES: readonly Change[] = [
  { what: 'nothing', values: {}, other: false },
  { what: 'the copies of the gateway', values: { 'gateway.replicas': 3 }, other: false },
  { what: 'the memory of the migrations', values: { 'migrations.resources.limits.memory': '300Mi' }, other: true },
  { what: 'the pull policy', values: { 'global.image.pullPolicy': 'Always' }, other: true },
  { what: 'the Secret', values: { 'global.secrets.existing': 'production' }, other: true },
  { what: 'the database', values: { 'global.postgres.bundled': false }, other: true },
  { what: 'the tag behind its first 20 characters', values: { 'global.image.tag': `${TAG.slice(0, -4)}1530` }, other: true },
  { what: 'the letter case of the tag', values: { 'global.image.tag': TAG.toUpperCase() }, other: true },
]
const LONG_RELEASE = 'a-doorbell-of-a-name-that-is-much-too-long-for-it'
/** Of a name that is a label of the Job's pods. */
const MOST = 63

/** @returns undefined where the chart does not render */
async function nameOf(render: Render, changes: Tree, release = 'bell'): Promise<string | undefined> {
  const { code, output } = await render(nest({ ...BASE, 'global.image.tag': TAG, ...changes }), release)
  return code === 0 ? parseManifests(output).find(({ kind }) => kind === 'Job')?.metadata.name : undefined
}

/** @returns a sentence for each name that is the same for another content, or another one for the same */
export async function jobNames(render: Render): Promise<readonly string[]> {
  const first = await nameOf(render, {})
  const findings = await Promise.all(
    CHANGES.map(async ({ what, values, other }) => {
      const name = await nameOf(render, values)
      return name && (name !== first) === other
        ? []
        : [`after a change of ${what} the migrations' Job is named ${name}, before it ${first}`]
    }),
  )
  const long = (await nameOf(render, {}, LONG_RELEASE)) ?? ''
  const isName = long.length <= MOST && /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(long)
  return [...findings.flat(), ...(isName ? [] : [`${long} is no name of a Job`])]
}
