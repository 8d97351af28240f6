/** "Chat with Resident" (docs/product/specification.md, 2): the ring is its first line, the newest message is at the bottom. */
import type { ReactNode } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import type { ChatEntry } from '../../core/chat-entries.ts'
import { useValue } from '../../core/use-value.ts'
import { useBottom } from '../../ui/use-bottom.ts'
import { visitorTexts } from '../en-visitor.ts'
import type { VisitorPage } from '../page/visitor-page.ts'
import { ErrorLine } from '../parts/error-line.tsx'
import { Icon } from '../parts/icon.tsx'
import { localClockTime } from '../parts/time.ts'
import { useHydrated } from '../parts/use-hydrated.ts'
import { ConnectionNote } from './connection-note.tsx'
import { EntryState, MessageField, useEntries } from './message-field.tsx'

type VisitorChatPanelProps = {
  readonly page: VisitorPage
  readonly visit: VisitWithChat
  readonly className?: string
  /** Shown to the right of the heading. */
  readonly aside?: ReactNode
  readonly foot?: ReactNode
}

export function VisitorChatPanel({ page, visit, className, aside, foot }: VisitorChatPanelProps) {
  const toast = useValue(page.toasts.current)
  const { failure } = useValue(page.state)
  return (
    <section className={className ? `pane chat ${className}` : 'pane chat'}>
      <div className="hd">
        <div>
          <h2>{visitorTexts.chatTitle}</h2>
          <p className="js" role="status">
            {toast?.kind === 'answer' ? toast.text : visit.doorLabel}
          </p>
          <p className="nojs">{visit.outcome === 'answered_message' ? visitorTexts.answeredByMessage : visitorTexts.answeredByCall}</p>
        </div>
        {aside}
        <a className="btn sm nojs" href={page.action}>
          {visitorTexts.refresh}
        </a>
      </div>
      <ConnectionNote page={page} />
      <ChatLog page={page} visit={visit} />
      <ErrorLine text={failure?.message} />
      {visit.canWrite ? <MessageField page={page} visit={visit} /> : <p className="fine closed">{visitorTexts.chatClosed}</p>}
      {foot}
    </section>
  )
}

function ChatLog({ page, visit }: { readonly page: VisitorPage; readonly visit: VisitWithChat }) {
  const isHydrated = useHydrated()
  const { chat, entries } = useEntries(page)
  const last = entries.at(-1)
  const bottom = useBottom(last && `${last.id}${last.state}`, last?.isFromMe ?? false)
  return (
    <div className="log" role="log" tabIndex={0} ref={bottom.ref} onScroll={bottom.onScroll}>
      <p className="ev">
        <Icon name="bell-simple-ringing" />
        <span>{isHydrated ? visitorTexts.rangAt(localClockTime(visit.timestamp), visit.doorLabel) : visit.doorLabel}</span>
      </p>
      {visit.activityType === 'doorbell_ring' && (
        <>
          <div className="bub mine">{visit.message}</div>
          <time className="r" dateTime={visit.timestamp}>
            {isHydrated && localClockTime(visit.timestamp)}
          </time>
        </>
      )}
      {entries.map((entry, index) => (
        <Line key={entry.id} entry={entry} isLast={isLastOfGroup(entries, index)} onRetry={() => chat?.retry?.(entry.id)} />
      ))}
    </div>
  )
}

/** Every time zone of today is offset by whole minutes. */
const minuteOf = (entry: ChatEntry) => Math.floor(Date.parse(entry.timestamp) / 60_000)

/** A time is shown per group: same sender, same minute. */
function isLastOfGroup(entries: readonly ChatEntry[], index: number): boolean {
  const entry = entries[index]
  const next = entries[index + 1]
  return !entry || !next || next.isFromMe !== entry.isFromMe || minuteOf(next) !== minuteOf(entry)
}

type LineProps = { readonly entry: ChatEntry; readonly isLast: boolean; readonly onRetry: () => void }

function Line({ entry, isLast, onRetry }: LineProps) {
  const isHydrated = useHydrated()
  const needsState = entry.isFromMe && (isLast || entry.state === 'failed')
  const time = isHydrated ? `${localClockTime(entry.timestamp)}${needsState ? ' · ' : ''}` : ''
  return (
    <>
      <div className={entry.isFromMe ? 'bub mine' : 'bub'}>{entry.message}</div>
      {(isLast || needsState) && (
        <time className={entry.isFromMe ? 'r' : undefined} dateTime={entry.timestamp}>
          <span>{time}</span>
          {needsState && <EntryState entry={entry} onRetry={onRetry} />}
        </time>
      )}
    </>
  )
}
