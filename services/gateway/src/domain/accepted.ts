/** The values of a client's Accept header (RFC 9110, 12.4): most wanted first; a missing weight is 1, and 0 means not accepted. */

/** No browser sends a longer one, or names as many: a longer header is not parsed to its end. */
const MAX_HEADER = 500
const MAX_RANGES = 20

export function accepted(header: string): string[] {
  const ranges = header
    .slice(0, MAX_HEADER)
    .split(',', MAX_RANGES)
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
      const weight = parameters.find((word) => word.startsWith('q='))
      return { range, q: weight ? Number(weight.slice(2)) : 1 }
    })
  return ranges
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q)
    .map(({ range }) => range)
}
