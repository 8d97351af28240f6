/** The number of lists that an open app polls. */
const MAX_KNOWN = 8

/**
 * Remembers the last answers that have an `ETag` and asks with it, so that the server sends a list again only when it has changed
 * (RFC 9110, 13.1.2). Browsers keep none, because no answer of the API may be stored on a disk.
 * @returns a fetch, by text addresses, whose unchanged answers are 200, with the text from memory; the end of a session empties it
 */
export function createConditionalFetch(send: typeof fetch = fetch): typeof fetch {
  const known = new Map<string, { readonly etag: string; readonly text: string }>()
  return async (address, init = {}) => {
    const url = String(address)
    const before = init.method === 'GET' ? known.get(url) : undefined
    const headers = new Headers(init.headers)
    if (before) headers.set('if-none-match', before.etag)
    const response = await send(url, { ...init, headers })
    if (response.status === 304 && before) return new Response(before.text, { headers: response.headers })
    if (response.status === 401 || response.headers.has('clear-site-data')) known.clear()
    const etag = response.headers.get('etag')
    if (!etag || !response.ok || init.method !== 'GET') return response
    known.delete(url)
    known.set(url, { etag, text: await response.clone().text() })
    for (const oldest of known.keys()) if (known.size > MAX_KNOWN) known.delete(oldest)
    return response
  }
}
