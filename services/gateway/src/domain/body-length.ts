/** Body length from a request's headers, before the body is read (RFC 9112, section 6). */
import type { IncomingMessage } from 'node:http'

type Headers = Pick<IncomingMessage, 'headers'>

export const declaredLength = ({ headers }: Headers): number => Number(headers['content-length'] ?? 0)
export const hasBody = ({ headers }: Headers): boolean => headers['transfer-encoding'] !== undefined || declaredLength({ headers }) > 0
