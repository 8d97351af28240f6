import type { IncomingMessage } from 'node:http'
import { SOCKET } from '#proto/limits.ts'

/** RFC 9110, 7.8: any other upgrade, such as curl's to HTTP/2, is ignored and its request answered without it. */
export const asksForSocket = ({ url, headers }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === SOCKET.path
