/** Which messages of a chat show a time. */
type Message = {
  readonly id: string
  readonly isFromMe: boolean
  readonly timestamp: string
  readonly state: 'sending' | 'sent' | 'failed'
}

const GAP = 120_000

/** The last message of a group shows the time: same side, same state, within two minutes. */
export function endsGroup(message: Message, next: Message | undefined): boolean {
  if (!next || next.isFromMe !== message.isFromMe) return true
  if (message.state !== 'sent' || next.state !== 'sent') return message.state === 'failed' || message.state !== next.state
  return Date.parse(next.timestamp) - Date.parse(message.timestamp) > GAP
}
