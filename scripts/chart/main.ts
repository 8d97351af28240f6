/**
 * `npm run chart:test [-- --schemas FOLDER]`: lints the chart, renders sets of values for each supported Kubernetes version, validates them
 * strictly against its schemas, checks the rendered manifests, tests the alerts, and tests that bad values are refused. Needs helm,
 * kubeconform and promtool only.
 * `--schemas` names a folder laid out as kubeconform's -schema-location; without it the schemas are downloaded once.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { StartError } from '../servers/server.ts'
import { Progress } from '../start/progress.ts'
import { BAD_VALUES, type BadValues } from './bad-values.ts'
import { generatedKeys } from './generated-keys.ts'
import { jobNames } from './job-names.ts'
import { parseManifests } from './manifests.ts'
import { RULES } from './rules.ts'
import { findSchemas, LOCATIONS } from './schemas.ts'
import { findPromtool, findTools } from './tools.ts'
import { BASE, type ValueSet } from './value-set.ts'
import { VALUE_SETS } from './value-sets.ts'
import { CHART, effective, merge, nest, readYaml, type Tree } from './values.ts'

const run = promisify(execFile)
/** The oldest that the chart supports, the newest, and one between. */
const VERSIONS = ['1.30.0', '1.33.0', '1.36.0']
/** Kinds of other projects, which Kubernetes' schemas do not contain. */
const FOREIGN_KINDS = ['ServiceMonitor', 'PodMonitor', 'PrometheusRule']
const NAMESPACE = 'home'

type Answer = { readonly code: number; readonly output: string }

/** Runs a program with a text as its input. */
async function answerOf(program: string, args: readonly string[], input = ''): Promise<Answer> {
  const running = run(program, [...args], { maxBuffer: 64 * 1024 * 1024 })
  running.child.stdin?.on('error', () => undefined).end(input)
  return running.then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code?: unknown; stdout?: string; stderr?: string; message: string }) => ({
      code: typeof error.code === 'number' ? error.code : 1,
      output: `${error.stdout ?? ''}${error.stderr ?? ''}` || error.message,
    }),
  )
}

/** As many at a time as there are cores. @returns the results in the given order */
async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  const waiting = items.entries()
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return results
}

const valuesOf = ({ file, values = {} }: ValueSet): Tree => merge(file ? readYaml(file) : nest(BASE), nest(values))

const render = (helm: string, values: Tree, kubeVersion: string, chart = CHART, release = 'bell') =>
  answerOf(
    helm,
    ['template', release, chart, `--namespace=${NAMESPACE}`, `--kube-version=${kubeVersion}`, '--values=-'],
    JSON.stringify(values),
  )

/** @returns a sentence for each rule or check that does not hold */
function findingsIn(set: ValueSet, text: string): string[] {
  const values = effective(valuesOf(set))
  const mediaNamespace = values.sfu.namespace || `${NAMESPACE}-media`
  const rendered = { values, manifests: parseManifests(text), releaseNamespace: NAMESPACE, mediaNamespace }
  const findings = Object.entries(RULES).flatMap(([name, rule]) => rule(rendered).map((finding) => `${name}: ${finding}`))
  try {
    set.check?.(rendered)
    return findings
  } catch (error) {
    return [...findings, (error as Error).message]
  }
}

type SetResult = { readonly texts: readonly string[]; readonly findings: readonly string[] }

/** Renders one set for every version; equal manifests are checked once. */
async function tryOut(helm: string, set: ValueSet): Promise<SetResult> {
  const answers = await Promise.all(VERSIONS.map((version) => render(helm, valuesOf(set), version)))
  const failed = answers.find(({ code }) => code !== 0)
  if (failed) return { texts: [], findings: [`${set.name}: ${failed.output.trim()}`] }
  const texts = answers.map(({ output }) => output)
  return { texts, findings: [...new Set(texts)].flatMap((text) => findingsIn(set, text)).map((finding) => `${set.name}: ${finding}`) }
}

/** @returns the errors in Helm's notes after an installation */
async function findingsInNotes(helm: string, set: ValueSet): Promise<string[]> {
  const flags = [`--namespace=${NAMESPACE}`, '--dry-run=client', '--values=-']
  const { code, output } = await answerOf(helm, ['install', 'bell', CHART, ...flags], JSON.stringify(valuesOf(set)))
  try {
    if (code !== 0) throw new Error(output.trim())
    set.notes?.(output.split('\nNOTES:\n')[1] ?? '')
    return []
  } catch (error) {
    return [`notes of ${set.name}: ${(error as Error).message}`]
  }
}

type Validation = { readonly valid: number; readonly skipped: number; readonly findings: readonly string[] }
type Report = {
  readonly resources: readonly {
    readonly filename: string
    readonly kind: string
    readonly name: string
    readonly status: string
    readonly msg: string
  }[]
  readonly summary: { readonly valid: number; readonly skipped: number }
}

/** @param folder has one file per set, rendered for this version */
async function validate(kubeconform: string, schemas: string, version: string, folder: string): Promise<Validation> {
  const locations = LOCATIONS.map((location) => `-schema-location=${join(schemas, location)}`)
  const flags = ['-strict', '-summary', '-output=json', `-kubernetes-version=${version}`, ...locations]
  const { code, output } = await answerOf(kubeconform, [...flags, `-skip=${FOREIGN_KINDS.join(',')}`, folder])
  const report = JSON.parse(output) as Report
  const findings = report.resources.map(({ filename, kind, name, msg }) => `Kubernetes ${version}: ${filename} ${kind} ${name}: ${msg}`)
  const { valid, skipped } = report.summary
  return { valid, skipped, findings: code !== 0 && findings.length === 0 ? [output] : findings }
}

/** @returns what promtool says of a wrong rule, or of an alert that does not fire as its test expects */
async function findingsInAlerts(promtool: string): Promise<string[]> {
  const rules = await answerOf(promtool, ['check', 'rules', join(CHART, 'files/alerts.yaml')])
  const tests = await answerOf(promtool, ['test', 'rules', join(import.meta.dirname, 'alerts.test.yaml')])
  return [rules, tests].filter(({ code }) => code !== 0).map(({ output }) => output.trim())
}

async function refusal(helm: string, { values, says, kubeVersion = VERSIONS[0] ?? '' }: BadValues): Promise<string[]> {
  const { code, output } = await render(helm, nest({ ...BASE, ...values }), kubeVersion)
  const what = JSON.stringify(values)
  if (code === 0) return [`${what} is accepted; it should say: ${says}`]
  return output.includes(says) ? [] : [`${what} says: ${output.trim()}\n    in place of: ${says}`]
}

async function main(): Promise<void> {
  const { values: options } = parseArgs({ options: { schemas: { type: 'string' } } })
  const { helm, kubeconform } = await findTools()
  const progress = new Progress()
  const promtool = await findPromtool((line) => progress.say(line))
  const findings: string[] = []
  const step = async <T extends { readonly findings: readonly string[] }>(
    name: string,
    work: () => Promise<T>,
    remark: (result: T) => string,
  ) => {
    const result = await progress.step(
      name,
      work,
      (done) => `${remark(done)}${done.findings.length > 0 ? `; ${done.findings.length} WRONG` : ''}`,
    )
    findings.push(...result.findings)
    return result
  }
  const schemas = await progress.step('schemas', () => findSchemas(options.schemas, VERSIONS))
  const folder = await mkdtemp(join(tmpdir(), 'chart-'))
  try {
    const base = join(folder, 'base.json')
    await writeFile(base, JSON.stringify(nest(BASE)))
    await step(
      'lint',
      async () => {
        const { code, output } = await answerOf(helm, ['lint', '--strict', CHART, `--values=${base}`, `--namespace=${NAMESPACE}`])
        return { findings: code === 0 ? [] : [output] }
      },
      () => 'helm lint --strict',
    )
    const sets = await step(
      'render',
      async () => {
        const results = await inParallel(VALUE_SETS, (set) => tryOut(helm, set))
        return { texts: results.map(({ texts }) => texts), findings: results.flatMap((result) => result.findings) }
      },
      ({ texts }) =>
        `${VALUE_SETS.length} sets of values × ${VERSIONS.length} versions: ${texts.flat().length} rendered, ` +
        `${Object.keys(RULES).length} rules and ${VALUE_SETS.filter(({ check }) => check).length} checks of single sets`,
    )
    const isHelm3 = (await answerOf(helm, ['version', '--short'])).output.startsWith('v3')
    const noted = VALUE_SETS.filter(({ notes }) => notes && !isHelm3)
    await step(
      'notes',
      async () => ({ findings: (await inParallel(noted, (set) => findingsInNotes(helm, set))).flat() }),
      () => (isHelm3 ? 'not seen: Helm 3 shows them with a cluster alone' : `${noted.length} sets, what Helm says after an installation`),
    )
    for (const [index, version] of VERSIONS.entries()) {
      const rendered = join(folder, version)
      await mkdir(rendered)
      await Promise.all(
        sets.texts.map((texts, set) =>
          writeFile(join(rendered, `${VALUE_SETS[set]?.name.replaceAll(/\W+/g, '-')}.yaml`), texts[index] ?? ''),
        ),
      )
      await step(
        version,
        () => validate(kubeconform, schemas, version, rendered),
        ({ valid, skipped }) => `${valid} manifests valid; ${skipped} of ${FOREIGN_KINDS.join(', ')} have no schema`,
      )
    }
    const noSecret = nest({ ...BASE, 'global.secrets.existing': '', 'global.mail.smtpUrl': 'smtps://a:b@mail.example.org:465' })
    await step(
      'keys',
      async () => ({ findings: await generatedKeys((chart, values) => render(helm, values, VERSIONS[0] ?? '', chart), noSecret) }),
      () => 'the keys that a first install generates start every service',
    )
    await step(
      'alerts',
      async () => ({ findings: await findingsInAlerts(promtool) }),
      () => 'promtool check rules, promtool test rules',
    )
    await step(
      'names',
      async () => ({ findings: await jobNames((values, release) => render(helm, values, VERSIONS[0] ?? '', CHART, release)) }),
      () => "the name of the migrations' Job follows its content",
    )
    await step(
      'refuse',
      async () => ({ findings: (await inParallel(BAD_VALUES, (one) => refusal(helm, one))).flat() }),
      () => `${BAD_VALUES.length} bad values, each with its sentence`,
    )
  } finally {
    await rm(folder, { recursive: true })
  }
  for (const finding of findings) console.log(`  ${finding}`)
  console.log(`chart: ${findings.length === 0 ? 'all holds' : `${findings.length} WRONG`}`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

try {
  await main()
} catch (error) {
  console.error(
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error,
  )
  process.exitCode = 1
}
