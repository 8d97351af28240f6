/** The texts, choices and selection that the visitor made before hydration: read before it, and restored where they were lost. */

type Field = HTMLInputElement | HTMLTextAreaElement
type Typed = {
  readonly values: ReadonlyMap<string, string>
  readonly files: FileList | null
  readonly focus: { readonly name: string; readonly start: number | null; readonly end: number | null } | undefined
}

const FIELDS = 'input[name]:not([type=hidden], [type=file]), textarea[name]'

function readFocus(): Typed['focus'] {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || !field.name) return undefined
  return { name: field.name, start: field.selectionStart, end: field.selectionEnd }
}

export function readTyped(root: ParentNode): Typed {
  const fields = [...root.querySelectorAll<Field>(FIELDS)]
  return {
    values: new Map(fields.map(({ name, value }) => [name, value])),
    files: root.querySelector<HTMLInputElement>('input[type=file]')?.files ?? null,
    focus: readFocus(),
  }
}

export function restoreTyped(root: ParentNode, { values, files, focus }: Typed): void {
  for (const field of root.querySelectorAll<Field>(FIELDS)) {
    const value = values.get(field.name)
    if (value !== undefined && field.value !== value) field.value = value
  }
  const chosen = root.querySelector<HTMLInputElement>('input[type=file]')
  if (chosen && files?.length && !chosen.files?.length) chosen.files = files
  if (!focus || (document.activeElement && document.activeElement !== document.body)) return
  const field = root.querySelector<Field>(`[name=${focus.name}]`)
  field?.focus({ preventScroll: true })
  field?.setSelectionRange(focus.start, focus.end)
}
