/** How a door's label stands on a plate: read the same by the page that is sent and by the script that takes it over. */

/** @returns a door's label as numeral and street ("14" + "Maple Lane"); without leading digits there is no numeral (look: Type). */
export function splitLabel(label: string): { numeral: string; rest: string } {
  const found = /^(\d{1,4}[a-z]?)(?:[\s,]+(.*))?$/i.exec(label.trim())
  if (!found) return { numeral: '', rest: label.trim() }
  return { numeral: found[1] ?? '', rest: found[2] ?? '' }
}

/** @returns how many letters wide a text that stands alone is, broken at its spaces into at most four lines: what its size follows */
export function labelWidth(text: string): number {
  const longest = Math.max(...text.split(/\s+/).map((word) => word.length))
  return Math.max(longest, Math.ceil(text.length / 4))
}
