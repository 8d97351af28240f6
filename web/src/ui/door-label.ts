/** Splits a door's label for display; shared by the server-rendered page and its script. */

/** @returns a door's label as numeral and street ("14" + "Maple Lane"); without leading digits there is no numeral. */
export function splitLabel(label: string): { numeral: string; rest: string } {
  const found = /^(\d{1,4}[a-z]?)(?:[\s,]+(.*))?$/i.exec(label.trim())
  if (!found) return { numeral: '', rest: label.trim() }
  return { numeral: found[1] ?? '', rest: found[2] ?? '' }
}

/** @returns the width in letters of a label without a numeral, wrapped into at most four lines; its font size follows from it */
export function labelWidth(text: string): number {
  const longest = Math.max(...text.split(/\s+/).map((word) => word.length))
  return Math.max(longest, Math.ceil(text.length / 4))
}
