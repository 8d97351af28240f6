type More = Pick<RequestInit, 'keepalive'>

/** A request to the server from the worker. */
export const sendJson = (send: typeof fetch, method: 'POST' | 'PUT', path: string, input: unknown, more: More = {}): Promise<Response> =>
  send(path, { method, body: JSON.stringify(input), headers: { 'content-type': 'application/json' }, ...more })
