import { visitorTexts } from './en-visitor.ts'
import type { Screen } from './state/visit-state.ts'

/** The document's title during a visit. */
export function documentTitleOf(label: string, at: Screen['at']): string {
  const { tabs, waiting, resident } = visitorTexts
  return `${label} · ${at === 'waiting' ? waiting.title : at === 'call' || at === 'chat' ? resident : tabs.ring}`
}
