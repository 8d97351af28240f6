import type { Preferences, PreferencesChange, PreferencesPreview } from '#proto/preferences.ts'

/** The props of every part of this feature: the page fetches and saves. */
export type PreferencesProps = {
  readonly preferences: Preferences
  readonly preview: PreferencesPreview | undefined
  /** The change being saved; its controls are disabled. */
  readonly saving: PreferencesChange | undefined
  /** The change saved a moment ago: its row shows that. */
  readonly saved: PreferencesChange | undefined
  readonly onChange: (change: PreferencesChange) => void
  readonly desktop: {
    readonly permission: 'granted' | 'denied' | 'default' | 'unsupported'
    readonly onAsk: () => void
  }
}
