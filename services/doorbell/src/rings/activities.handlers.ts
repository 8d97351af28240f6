/** The resident's operations on an activity (docs/product/specification.md, 7). */
import type { SomeHandlersOf } from '#kit/handlers.ts'
import { presentActivity } from '../core/views.ts'
import { type AnswerDeps, answerKindOf, answerRing } from './answer-ring.ts'
import { keepRing, markHandled, silenceRing } from './mark-handled.ts'
import type { Rings } from './rings.ts'

type Deps = AnswerDeps & { readonly rings: Pick<Rings, 'markHandled' | 'setKept' | 'silence'> }

export function activityHandlers(deps: Deps): SomeHandlersOf<'doorbell', 'handle' | 'mark_handled' | 'silence'> {
  const { clock } = deps
  return {
    handle: async ({ input, caller }) => {
      const { ring } = await answerRing(deps, input.id, answerKindOf(input.handledType), caller)
      return presentActivity(ring, clock.now(), caller.resident?.userId)
    },
    silence: async ({ input, caller }) => presentActivity(await silenceRing(deps, input.id, caller), clock.now(), caller.resident?.userId),
    mark_handled: async ({ input, caller }) => {
      const kept = input.keep === undefined ? undefined : await keepRing(deps, input.id, input.keep, caller)
      const ring = input.isHandled || !kept ? await markHandled(deps, input.id, caller) : kept
      return presentActivity(ring, clock.now(), caller.resident?.userId)
    },
  }
}
