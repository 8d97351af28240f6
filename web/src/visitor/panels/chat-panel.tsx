/** "Chat with Resident" (spec section 2): the ring is its first line, the newest message is at the bottom. */
import type { ReactNode } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import type { ChatEntry } from '../../core/chat.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { useBottom } from '../../ui/use-bottom.ts'
import { useValue } from '../../ui/use-value.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { Icon } from '../parts/icon.tsx'
import { clockTime } from '../parts/time.ts'
import { ConnectionNote } from './connection-note.tsx'
import { EntryState, MessageField, useEntries } from './message-field.tsx'

type ChatPanelProps = {
  readonly page: VisitorPage
  readonly visit: VisitWithChat
  readonly line?: string
  /** Shown to the right of the heading. */
  readonly aside?: ReactNode
  readonly foot?: ReactNode
}

export function ChatPanel({ page, visit, line, aside, foot }: ChatPanelProps) {
  const toast = useValue(page.toasts.current)
  return (
    <section className="pane chat">
      <div className="hd">
        <div>
          <h2>{visitorTexts.chatTitle}</h2>
          <p role="status">{line ?? (toast?.kind === 'answer' ? toast.text : visit.doorLabel)}</p>
        </div>
        {aside}
      </div>
      <ConnectionNote page={page} />
      <ChatLog page={page} visit={visit} />
      {visit.canWrite ? <MessageField page={page} /> : <p className="fine closed">{visitorTexts.chatClosed}</p>}
      {foot}
    </section>
  )
}

export function ChatLog({ page, visit }: { readonly page: VisitorPage; readonly visit: VisitWithChat }) {
  const { chat, entries } = useEntries(page)
  const last = entries.at(-1)
  const bottom = useBottom(last && `${last.id}${last.state}`, last?.isFromMe ?? false)
  return (
    <div className="log" role="log" tabIndex={0} ref={bottom.ref} onScroll={bottom.onScroll}>
      <p className="ev">
        <Icon name="bell-simple-ringing" />
        {visitorTexts.rangAt(clockTime(visit.timestamp), visit.doorLabel)}
      </p>
      {visit.activityType === 'doorbell_ring' && (
        <>
          <div className="bub mine">{visit.message}</div>
          <time className="r" dateTime={visit.timestamp}>
            {clockTime(visit.timestamp)}
          </time>
        </>
      )}
      {entries.map((entry, index) => (
        <Line key={entry.id} entry={entry} isLast={isLastOfGroup(entries, index)} onRetry={() => chat?.retry(entry.id)} />
      ))}
    </div>
  )
}

/** A time is shown per group: same sender, same minute. */
function isLastOfGroup(entries: readonly ChatEntry[], index: number): boolean {
  const entry = entries[index]
  const next = entries[index + 1]
  return !entry || !next || next.isFromMe !== entry.isFromMe || clockTime(next.timestamp) !== clockTime(entry.timestamp)
}

type LineProps = { readonly entry: ChatEntry; readonly isLast: boolean; readonly onRetry: () => void }

function Line({ entry, isLast, onRetry }: LineProps) {
  const needsState = entry.isFromMe && (isLast || entry.state === 'failed')
  return (
    <>
      <div className={entry.isFromMe ? 'bub mine' : 'bub'}>{entry.message}</div>
      {(isLast || needsState) && (
        <time className={entry.isFromMe ? 'r' : undefined} dateTime={entry.timestamp}>
          {clockTime(entry.timestamp)}
          {needsState && (
            <>
              {' · '}
              <EntryState entry={entry} onRetry={onRetry} />
            </>
          )}
        </time>
      )}
    </>
  )
}
