import type { Preferences, PreferencesChange, PreferencesPreview } from '#proto/preferences.ts'

/** What every part of this feature gets: the page fetches and saves. */
export type PreferencesProps = {
  readonly preferences: Preferences
  readonly preview: PreferencesPreview | undefined
  /** What is being saved now; its controls wait. */
  readonly saving: PreferencesChange | undefined
  /** What was saved a moment ago: its row says so. */
  readonly saved: PreferencesChange | undefined
  readonly onChange: (change: PreferencesChange) => void
  readonly desktop: {
    readonly permission: 'granted' | 'denied' | 'default' | 'unsupported'
    readonly onAsk: () => void
  }
}
