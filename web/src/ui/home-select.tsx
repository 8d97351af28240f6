import type { Home } from '#proto/household.ts'
import { sharedTexts } from '../core/texts/en-shared.ts'
import { isolate } from './bidi.ts'
import { SelectBox } from './select-box.tsx'

const t = sharedTexts.home

type Props = {
  readonly homes: readonly Home[]
  /** The id of a membership; empty: the account's own home. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Which home's history is shown. An account that is a member of no other home has no choice. */
export function HomeSelect({ homes, value, onChange }: Props) {
  if (!homes.length) return null
  const options = Object.fromEntries(homes.map(({ id, owner }) => [String(id), sharedTexts.activity.atHome(isolate(owner))]))
  return <SelectBox label={t.label} any={t.own} value={value} options={options} onChange={onChange} />
}
