/** Marks an activity with chat messages, unless its tag says so already. */
import { ChatCircleDotsIcon } from '@phosphor-icons/react'
import type { Activity } from '#proto/entities.ts'
import { sharedTexts } from '../core/texts/en-shared.ts'

export function ChatIcon({ activity: { hasChat, outcome } }: { activity: Pick<Activity, 'hasChat' | 'outcome'> }) {
  if (!hasChat || outcome === 'answered_message') return null
  return (
    <span>
      <ChatCircleDotsIcon size={16} weight="fill" color="var(--accent)" style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} aria-hidden />
      <span className="spoken">{sharedTexts.activity.hasChat}</span>
    </span>
  )
}
