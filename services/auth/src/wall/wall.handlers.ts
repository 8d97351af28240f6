import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { leaveWall, startWall } from './wall.ts'

export const wallHandlers = (deps: Parameters<typeof leaveWall>[0]): SomeHandlersOf<'auth', 'start_wall' | 'leave_wall'> => ({
  start_wall: ({ caller }) => startWall(deps, { ...caller, resident: residentOf(caller) }),
  leave_wall: ({ input, caller }) => leaveWall(deps, input, { ...caller, resident: residentOf(caller) }),
})
