/** Announces the end of an operation on each of its answers (docs/api.md): `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
import type { Operation } from '#proto/operation.ts'

/** @returns no header for an operation that stays */
export function deprecationHeaders({ deprecated }: Pick<Operation, 'deprecated'>): Readonly<Record<string, string>> {
  if (!deprecated) return {}
  const { since, sunset } = deprecated
  return {
    Deprecation: `@${Date.parse(since) / 1_000}`,
    Sunset: new Date(sunset).toUTCString(),
  }
}
