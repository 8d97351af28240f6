/** Markdown helpers of the generated pages. */

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** @returns a table, without a newline at its end. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

/**
 * Puts generated text between `<!-- name -->` and `<!-- /name -->`.
 * @returns the page with the new text, or null where it has no such pair of markers.
 */
export function between(page: string, name: string, text: string): string | null {
  const open = `<!-- ${name} -->`
  const close = `<!-- /${name} -->`
  const from = page.indexOf(open)
  const to = page.indexOf(close)
  return from < 0 || to < from ? null : `${page.slice(0, from + open.length)}\n${text}\n${page.slice(to)}`
}
