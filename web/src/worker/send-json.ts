/** `pushToken`: the server counts the request by that push's account. */
type More = Pick<RequestInit, 'keepalive'> & { readonly pushToken?: string }

/** A request to the server from the worker. */
export const sendJson = (
  send: typeof fetch,
  method: 'POST' | 'PUT',
  path: string,
  input: unknown,
  { pushToken, ...more }: More = {},
): Promise<Response> => {
  const headers = { 'content-type': 'application/json', ...(pushToken === undefined ? {} : { 'x-push-token': pushToken }) }
  return send(path, { method, body: JSON.stringify(input), headers, ...more })
}
