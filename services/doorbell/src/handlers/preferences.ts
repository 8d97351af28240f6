import type { SomeHandlersOf } from '#kit/handlers.ts'
import { residentOf } from '../domain/access.ts'
import { changePreferences, type PreferenceDeps, previewPreferences } from '../domain/preferences.ts'

/** What may reach the resident (decision 32). */
export function preferences(
  deps: PreferenceDeps,
): SomeHandlersOf<'doorbell', 'preferences' | 'change_preferences' | 'preview_preferences'> {
  return {
    preferences: async ({ caller }) => (await deps.preferences.standing(residentOf(caller).userId, deps.clock.now())).preferences,
    change_preferences: ({ input, caller }) => changePreferences(deps, input, caller),
    preview_preferences: ({ caller }) => previewPreferences(deps, caller),
  }
}
