/** The content of the README's pictures: the sources of each screen, and their hashes of when the pictures were taken. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The sources of every picture of the resident's side. */
const SHELL = ['web/src/resident/pages.ts', ...inFolder('web/src/resident/shell', ['sidebar.tsx', 'top-actions.tsx', 'shell.module.css'])]
const TOKENS = ['web/src/ui/tokens.css']
const VISITOR = inFolder('web/src/visitor', ['parts/door-header.tsx'])

export const PICTURES: Readonly<Record<string, readonly string[]>> = {
  visitor: [...TOKENS, ...VISITOR, ...inFolder('web/src/visitor', ['form/ring-form.tsx', 'form/field.tsx'])],
  waiting: [
    ...TOKENS,
    ...VISITOR,
    ...inFolder('web/src/visitor', ['panels/waiting-panel.tsx', 'panels/camera-card.tsx', 'panels/offer-card.tsx']),
  ],
  'visitor-call': [...TOKENS, ...inFolder('web/src/visitor/call', ['call-stage.tsx', 'controls.tsx', 'self-view.tsx', 'stage.css'])],
  incoming: [...TOKENS, ...SHELL, ...inFolder('web/src/features/rings', ['incoming-modal.tsx', 'answers.tsx', 'rings.module.css'])],
  call: [...TOKENS, ...inFolder('web/src/features/calls', ['call-view.tsx', 'controls.tsx', 'calls.module.css', 'controls.module.css'])],
  dashboard: [
    ...[...TOKENS, ...SHELL],
    ...inFolder('web/src/resident/pages', ['doorbell-page.tsx', 'doorbell-page.module.css']),
    ...inFolder('web/src/features/door-card', ['door-card.tsx', 'door-card.module.css', 'en-door-card.ts']),
  ],
}

type Hashes = Readonly<Record<string, string>>

function inFolder(folder: string, names: readonly string[]): string[] {
  return names.map((name) => `${folder}/${name}`)
}

const fileOf = (root: string) => join(root, 'docs', 'images', 'sources.json')

export function hashSources(root: string): Hashes {
  const files = [...new Set(Object.values(PICTURES).flat())].sort()
  const hash = (file: string) =>
    createHash('sha256')
      .update(existsSync(join(root, file)) ? readFileSync(join(root, file)) : '')
      .digest('hex')
      .slice(0, 16)
  return Object.fromEntries(files.map((file) => [file, hash(file)]))
}

/** Called when all pictures were taken. */
export function recordSources(root: string): void {
  writeFileSync(fileOf(root), `${JSON.stringify(hashSources(root), undefined, 2)}\n`)
}

/** @returns the pictures that show an earlier state, each with a source that has changed since */
export function stalePictures(root: string): { readonly picture: string; readonly source: string }[] {
  const taken: Hashes = existsSync(fileOf(root)) ? (JSON.parse(readFileSync(fileOf(root), 'utf8')) as Hashes) : {}
  const now = hashSources(root)
  return Object.entries(PICTURES).flatMap(([name, sources]) => {
    const picture = `docs/images/${name}.png`
    const source = existsSync(join(root, picture)) ? sources.find((file) => taken[file] !== now[file]) : picture
    return source ? [{ picture, source }] : []
  })
}
