/** The id of a push, from its token (kit/push-tokens.ts): rows have ids, and what a device gets has tokens. */
export function pushIdOf(token: string): string {
  const hex = Buffer.from(token, 'base64url').toString('hex', 0, 16)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
