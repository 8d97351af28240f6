/** A product started by `npm start` of any commit, for a walk: found by its data directory; its clock is shifted by the test message. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bus } from '#kit/bus.ts'
import { SERVICES } from '#proto/operation.ts'
import { subjects } from '#proto/subjects.ts'
import { connectToProduct } from '#scripts/admin/connection.ts'
import type { WalkWorld } from '#scripts/lab/walk/world.ts'
import { Person, Resident, Visitor } from '#scripts/testing/people.ts'
import { eventually } from '#scripts/testing/wait.ts'

const OURS: readonly string[] = ['gateway', ...SERVICES]

export type RunningProduct = WalkWorld & { readonly bus: Bus; close(): Promise<void> }

export async function connectRunningProduct(root: string, dataDir: string, url: string): Promise<RunningProduct> {
  const bus = await connectToProduct(root, { DATA_DIR: dataDir })
  const rpc: WalkWorld['rpc'] = (name, input, caller, options = {}) =>
    bus.call(name, input, {
      ...options,
      caller: { requestId: 'upgrade', address: '127.0.0.1', userAgent: 'upgrade', visits: [], ...caller },
    })
  return {
    url,
    bus,
    rpc,
    person: () => new Person(url),
    visitor: (address) => new Visitor(url, address),
    resident: async ({ premium, ...fields } = {}) => {
      const resident = await Resident.register(url, fields)
      if (premium) await rpc('billing.grant', { userId: resident.user.id, by: 'upgrade' })
      return resident
    },
    clock: {
      shift: async (milliseconds) => {
        let answers = 0
        const subscription = bus.subscribe(subjects.testClockShifted, () => {
          answers += 1
        })
        await bus.flush()
        bus.publish(subjects.testClock, milliseconds)
        await eventually('every process to have shifted its clock', () => answers >= ourProcesses(dataDir))
        subscription.stop()
      },
    },
    close: () => bus.close(),
  }
}

/** How many services and gateways of that commit run: it may have fewer services than this one. */
function ourProcesses(dataDir: string): number {
  return readdirSync(join(dataDir, 'run')).filter((file) => OURS.includes(file.replace(/\.json$/, ''))).length
}

/** @returns the processes recorded in the data directory */
export function processesOf(dataDir: string): number[] {
  const folder = join(dataDir, 'run')
  return readdirSync(folder).flatMap((file) => {
    const { pid } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { pid?: number }
    return pid ? [pid] : []
  })
}
