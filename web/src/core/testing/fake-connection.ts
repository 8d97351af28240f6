import type { ServerFrame } from '#proto/frames/server.ts'
import { createVersionGate } from '../frame-versions.ts'
import type { Connection, ConnectionState } from '../socket.ts'
import { createStore } from '../store.ts'

export const REGISTERED: ConnectionState = {
  status: 'open',
  registered: true,
  blocked: false,
  clientId: 'c',
  sessionId: 'own',
  online: true,
  silent: false,
  closeCode: undefined,
}

/** A registered socket for tests. `receive` delivers a frame, `subscriptions` counts the handlers. @param send gets the page's frames */
export function fakeConnection(send: Connection['send']) {
  const handlers: ((frame: ServerFrame) => void)[] = []
  const state = createStore(REGISTERED)
  const connection: Connection = {
    state,
    versions: createVersionGate(),
    open: () => {},
    close: () => {},
    setLive: () => {},
    probe: () => {},
    send,
    on: (type, handler) => {
      const typed = (frame: ServerFrame) => {
        if (frame.type === type) handler(frame as Parameters<typeof handler>[0])
      }
      handlers.push(typed)
      return () => void handlers.splice(handlers.indexOf(typed), 1)
    },
  }
  const receive = (frame: ServerFrame) => {
    for (const handler of [...handlers]) handler(frame)
  }
  return { connection, state, receive, subscriptions: () => handlers.length }
}
