/** `npm run images`: builds the images with docker, else with buildah. */
import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs, promisify } from 'node:util'
import { ROOT } from '../bootstrap/launch.mjs'
import { StartError } from '../servers/server.ts'
import { Progress } from '../start/progress.ts'
import { imagesOf } from './contents.ts'

const run = promisify(execFile)

const USAGE = `npm run images -- [image…] [--prefix P] [--tag T] [--previous IMAGE] [--push [--digests FILE]] [--context DIR] [--verbose]

image       one of {images}; all if none is named
--prefix    before the images' names; default localhost/digital-doorbell
--tag       default the version in package.json
--previous  the gateway's image of the previous release, whose assets the new one serves too (record 0040)
--push      to the registry that --prefix names
--digests   appends what was pushed, by digest, for npm run release -- sign
--context   another tree of this repository
--verbose   every step of the builder
NODE_IMAGE  (environment) another base image with Node 24 on Debian`

/** Builds, measures and pushes images. */
type Builder = {
  readonly program: string
  /** Commands that succeed if the program works. */
  readonly checks: readonly (readonly string[])[]
  readonly build: readonly string[]
  readonly size: (image: string) => readonly string[]
  /** Writes the digest of what is pushed into the file, or prints the image's names by digest afterwards. */
  readonly push: (image: string, file: string) => readonly string[]
  readonly digests?: (image: string) => readonly string[]
}

const BUILDERS: readonly Builder[] = [
  {
    program: 'docker',
    // The Dockerfile has cache mounts, which only BuildKit knows; `docker build` without the plugin is the older builder.
    checks: [['info'], ['buildx', 'version']],
    // An attestation beside the image would make an index of it, which not every loader of local clusters reads.
    build: ['buildx', 'build', '--load', '--provenance=false', '--progress=plain'],
    size: (image) => ['image', 'inspect', '--format', '{{.Size}}', image],
    push: (image) => ['push', image],
    digests: (image) => ['image', 'inspect', '--format', '{{join .RepoDigests "\\n"}}', image],
  },
  {
    // The docker format, because OCI's has no health check.
    program: 'buildah',
    checks: [['--version']],
    build: ['build', '--layers', '--format=docker'],
    size: (image) => ['images', '--format', '{{.Size}}', image],
    push: (image, file) => ['push', '--digestfile', file, image],
  },
]

async function works({ program, checks }: Builder): Promise<boolean> {
  return Promise.all(checks.map((check) => run(program, [...check]))).then(
    () => true,
    () => false,
  )
}

async function findBuilder(): Promise<Builder> {
  for (const builder of BUILDERS) if (await works(builder)) return builder
  throw new StartError(
    'Images are built by docker with its buildx plugin, or by buildah, and neither works here: ' +
      'please install one (sudo apt-get install buildah).',
  )
}

/** Runs a program and prints every line that names a step. @throws StartError with the last lines */
function runSaying(program: string, args: readonly string[], cwd: string, say: (line: string) => void): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  const last: string[] = []
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on('line', (line) => {
      if (last.push(line) > 30) last.shift()
      if (/STEP |^#\d+ \[|preparing calls|media worker/.test(line)) say(line)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => (code === 0 ? resolve() : reject(new StartError(`${last.join('\n')}\n${program} failed.`))))
  })
}

/** @returns what was pushed, `prefix/name@sha256:…` */
async function push(builder: Builder, image: string, cwd: string, say: (line: string) => void): Promise<string> {
  const name = image.slice(0, image.lastIndexOf(':'))
  const folder = await mkdtemp(join(tmpdir(), 'digest-'))
  const file = join(folder, 'digest')
  try {
    await runSaying(builder.program, builder.push(image, file), cwd, say)
    if (!builder.digests) return `${name}@${(await readFile(file, 'utf8')).trim()}`
    const { stdout } = await run(builder.program, [...builder.digests(image)])
    const pushed = stdout.split('\n').find((line) => line.startsWith(`${name}@`))
    if (!pushed) throw new StartError(`${builder.program} names no digest of ${image}.`)
    return pushed.trim()
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function revision(cwd: string): Promise<string> {
  return run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd }).then(
    ({ stdout }) => stdout.trim(),
    () => 'unknown',
  )
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      prefix: { type: 'string', default: 'localhost/digital-doorbell' },
      tag: { type: 'string', default: (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version },
      previous: { type: 'string' },
      push: { type: 'boolean', default: false },
      digests: { type: 'string' },
      context: { type: 'string', default: ROOT },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const known = imagesOf(ROOT).map(({ name }) => name)
  if (values.help) {
    console.log(USAGE.replace('{images}', known.join(', ')))
    return
  }
  const unknown = positionals.find((name) => !known.includes(name))
  if (unknown) throw new StartError(`There is no image ${unknown}: ${known.join(', ')}.`)
  const builder = await findBuilder()
  const progress = new Progress()
  const base = process.env.NODE_IMAGE ? [`--build-arg=NODE_IMAGE=${process.env.NODE_IMAGE}`] : []
  const previous = values.previous ? [`--build-arg=PREVIOUS_GATEWAY=${values.previous}`] : []
  const labels = [`--build-arg=VERSION=${values.tag}`, `--build-arg=REVISION=${await revision(values.context)}`]
  for (const name of positionals.length > 0 ? positionals : known) {
    const image = `${values.prefix}/${name}:${values.tag}`
    const say = (line: string) => (values.verbose || /preparing|worker/.test(line) ? progress.say(line) : undefined)
    await progress.step(
      name,
      async () => {
        await runSaying(
          builder.program,
          [...builder.build, ...base, ...previous, ...labels, `--target=${name}`, `--tag=${image}`, '.'],
          values.context,
          say,
        )
        if (values.push) {
          const pushed = await push(builder, image, values.context, say)
          if (values.digests) await appendFile(values.digests, `${pushed}\n`)
        }
        return (await run(builder.program, [...builder.size(image)])).stdout.trim()
      },
      (size) => `${image}  ${/^\d+$/.test(size) ? `${Math.round(Number(size) / 1e6)} MB` : size}`,
    )
  }
}

try {
  await main()
} catch (error) {
  console.error(
    error instanceof StartError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS') ? (error as Error).message : error,
  )
  process.exitCode = 1
}
