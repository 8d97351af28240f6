import { useEffect, useState } from 'react'
import { TIME } from '#proto/limits.ts'
import { usePreferences } from '../../core/queries/preferences.ts'
import { useServices } from '../../core/services.ts'
import { useValue } from '../../core/use-value.ts'
import type { PreferencesProps } from './preferences-props.ts'
import { useChangePreferences, useRingPreview } from './queries.ts'

/** @returns the value for 2 s after it changed (docs/product/specification.md, 2) */
function useRecent<T>(value: T | undefined): T | undefined {
  const [recent, setRecent] = useState<T>()
  useEffect(() => {
    setRecent(value)
    if (value === undefined) return
    const timer = setTimeout(() => setRecent(undefined), TIME.copied)
    return () => clearTimeout(timer)
  }, [value])
  return recent
}

/** The props of `features/preferences`; undefined until loaded. */
export function usePreferencesProps(): PreferencesProps | undefined {
  const { desktop } = useServices()
  const { data: preferences } = usePreferences()
  const { data: preview } = useRingPreview()
  const change = useChangePreferences()
  const saved = useRecent(change.isSuccess ? change.variables : undefined)
  const permission = useValue(desktop.permission)
  if (!preferences) return undefined
  return {
    preferences,
    preview,
    saving: change.isPending ? change.variables : undefined,
    saved,
    onChange: change.mutate,
    desktop: { permission, onAsk: () => void desktop.ask() },
  }
}
