/**
 * The baseline program of `ring`: plain http, pg and ws in one process, one durable insert into the same table with the
 * same indexes, one frame to the resident's socket. No validation, no limits, no cookies, no second process.
 */
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { TIME } from '#proto/limits.ts'

const RING = {
  name: 'ring',
  text: `INSERT INTO activities (owner_id, door_id, qr_code_id, key, visitor_name, message, timestamp, ends_at, expires_at)
    SELECT owner_id, id, qr_code_id, $2, $3, $4, $5, $6, $7 FROM doors WHERE qr_code_id = $1 AND enabled RETURNING id, owner_id`,
}
const KEPT_MS = 3 * 24 * 3_600_000

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 8 })
const sockets = new Map<number, Set<WebSocket>>()

async function readJson(request: IncomingMessage): Promise<{ visitorName: string; message: string }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

async function ring(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { visitorName, message } = await readJson(request)
  const now = Date.now()
  const times = [new Date(now), new Date(now + TIME.ringLife), new Date(now + KEPT_MS)]
  const qrCodeId = request.url?.slice(request.url.lastIndexOf('/') + 1)
  const { rows } = await pool.query({ ...RING, values: [qrCodeId, randomBytes(32).toString('base64url'), visitorName, message, ...times] })
  const [{ id, owner_id: ownerId }] = rows
  const frame = JSON.stringify({ type: 'doorbell_ring', activityId: id, visitorName, message })
  for (const socket of sockets.get(ownerId) ?? []) socket.send(frame)
  response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ id, userId: ownerId, visitorName, message }))
}

const server = createServer((request, response) => {
  ring(request, response).catch((error: unknown) => response.writeHead(500).end(JSON.stringify({ code: String(error) })))
})
new WebSocketServer({ server }).on('connection', (socket, request) => {
  const owner = Number(new URL(request.url ?? '/', 'http://bare').searchParams.get('owner'))
  const own = sockets.get(owner) ?? new Set()
  sockets.set(owner, own.add(socket))
  socket.on('close', () => own.delete(socket))
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit(0))
