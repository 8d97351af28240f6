import { residentOf, type SomeHandlersOf } from '#kit/handlers.ts'
import { changePreferences, previewPreferences } from './preferences.ts'

/** Notification preferences (docs/product/decisions.md, 32). */
export function preferenceHandlers(
  deps: Parameters<typeof changePreferences>[0],
): SomeHandlersOf<'doorbell', 'preferences' | 'change_preferences' | 'preview_preferences'> {
  return {
    preferences: async ({ caller }) => (await deps.preferences.snapshot(residentOf(caller).userId, deps.clock.now())).preferences,
    change_preferences: ({ input, caller }) => changePreferences(deps, input, caller),
    preview_preferences: ({ caller }) => previewPreferences(deps, caller),
  }
}
