/** Beside a visit's words: something was written too, which a missed visitor's tag alone would hide. */
import { ChatCircleDotsIcon } from '@phosphor-icons/react'
import type { Activity } from '#proto/entities.ts'
import { residentTexts } from '../core/texts/en-resident.ts'

export function ChatMark({ activity: { hasChat } }: { activity: Pick<Activity, 'hasChat'> }) {
  if (!hasChat) return null
  return (
    <span>
      <ChatCircleDotsIcon size={16} weight="fill" color="var(--accent)" style={{ verticalAlign: '-3px', marginInlineEnd: 6 }} aria-hidden />
      <span className="spoken">{residentTexts.activities.hasChat}</span>
    </span>
  )
}
