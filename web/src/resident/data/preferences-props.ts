import type { PreferencesProps } from '../../features/preferences/preferences-props.ts'
import { useValue } from '../../ui/use-value.ts'
import { desktop } from '../services.ts'
import { useChangePreferences, usePreferences, usePreview } from './preferences.ts'

/** All that `features/preferences` needs, wherever it is mounted; undefined until it is loaded. */
export function usePreferencesProps(): PreferencesProps | undefined {
  const { data: preferences } = usePreferences()
  const { data: preview } = usePreview()
  const change = useChangePreferences()
  const permission = useValue(desktop.permission)
  if (!preferences) return undefined
  return {
    preferences,
    preview,
    saving: change.isPending ? change.variables : undefined,
    onChange: change.mutate,
    desktop: { permission, onAsk: () => void desktop.ask() },
  }
}
