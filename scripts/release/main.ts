/** `npm run release`: the steps that publish a release, as .github/workflows/release.yml runs them after `npm run images -- --push`. */
import { appendFile, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { packageChart, pushChart } from './chart.ts'
import { runTool } from './tool.ts'
import { wrongVersions } from './versions.ts'

const USAGE = `npm run release -- check --tag v1.2.0                     one version everywhere
npm run release -- chart --registry R --home URL --out DIR [--push] [--plain-http] [--digests FILE]
npm run release -- sign --digests FILE [--dry-run]        with cosign and the identity of the machine that runs it
npm run release -- verify --digests FILE --identity URL --issuer URL

--registry  before the names of images and chart, registry.example.org/digital-doorbell
--home      the address of the repository, which the chart names
--digests   images and charts by digest, one a line; \`npm run images -- --push --digests FILE\` writes those of the images`

const OPTIONS = {
  tag: { type: 'string' },
  registry: { type: 'string' },
  home: { type: 'string' },
  out: { type: 'string' },
  digests: { type: 'string' },
  identity: { type: 'string' },
  issuer: { type: 'string' },
  push: { type: 'boolean', default: false },
  'plain-http': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
} as const

const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS })

function needed(name: 'tag' | 'registry' | 'home' | 'out' | 'digests' | 'identity' | 'issuer'): string {
  const value = values[name]
  if (!value) throw new StartError(`--${name} is missing.\n${USAGE}`)
  return value
}

/** By digest: a tag could be moved between the push and the signature. */
async function readDigests(): Promise<readonly string[]> {
  const lines = (await readFile(needed('digests'), 'utf8')).split('\n').filter(Boolean)
  const wrong = lines.find((line) => !/^\S+@sha256:[0-9a-f]{64}$/.test(line))
  if (wrong || lines.length === 0) throw new StartError(`${needed('digests')} has ${wrong ?? 'no line'}: each line is a name@sha256:…`)
  return lines
}

async function publishChart(): Promise<void> {
  const registry = needed('registry')
  const file = await packageChart({ registry, home: needed('home'), out: needed('out') })
  console.log(file)
  if (!values.push) return
  const pushed = await pushChart(file, registry, values['plain-http'] ? ['--plain-http'] : [])
  console.log(pushed)
  if (values.digests) await appendFile(values.digests, `${pushed}\n`)
}

async function cosign(args: readonly string[]): Promise<void> {
  for (const image of await readDigests()) {
    if (values['dry-run']) console.log(['cosign', ...args, image].join(' '))
    else await runTool('cosign', [...args, image])
  }
}

const COMMANDS: Readonly<Record<string, () => Promise<void>>> = {
  check: async () => {
    const wrong = wrongVersions(ROOT, needed('tag'))
    if (wrong.length > 0) throw new StartError(wrong.join('\n'))
  },
  chart: publishChart,
  sign: () => cosign(['sign', '--yes']),
  verify: () => cosign(['verify', `--certificate-identity=${needed('identity')}`, `--certificate-oidc-issuer=${needed('issuer')}`]),
}

try {
  const command = COMMANDS[positionals[0] ?? '']
  if (!command) throw new StartError(USAGE)
  await command()
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
