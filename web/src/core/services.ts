/** The dependencies of the resident's app. `resident/main.tsx` makes them once; components get them from this context or as arguments. */
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Api } from './api.ts'
import type { Arming } from './arming.ts'
import type { Chats } from './chats.ts'
import type { Desktop } from './desktop.ts'
import type { DeviceRecord } from './device-record.ts'
import type { Outbox } from './outbox.ts'
import type { AppWorker } from './push/app-worker.ts'
import type { Push } from './push/push.ts'
import type { AccountCache } from './query-cache.ts'
import type { ServerClock } from './server-clock.ts'
import type { Connection } from './socket.ts'
import type { Sounds } from './sounds.ts'
import type { WritableStore } from './store.ts'
import type { WallRecord } from './wall-record.ts'

export type Services = {
  readonly api: Api
  readonly connection: Connection
  readonly outbox: Outbox
  readonly sounds: Sounds
  readonly arming: Arming
  readonly desktop: Desktop
  readonly worker: AppWorker
  readonly push: Push
  readonly clock: ServerClock
  readonly chats: Chats
  readonly queryClient: QueryClient
  readonly cache: AccountCache
  readonly wallRecord: WallRecord
  readonly deviceRecord: DeviceRecord
  /** What /auth says to a user who is not, or no longer, signed in. */
  readonly lastSession: WritableStore<LastSession>
}

/**
 * How the previous session ended: by this page's Sign Out, or otherwise (another device, a changed password, its time). `none`: no user was
 * signed in.
 */
export type LastSession = 'none' | 'ended_here' | 'ended_elsewhere'

export const ServicesContext = createContext<Services | undefined>(undefined)

export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices: no ServicesContext above this component')
  return services
}
