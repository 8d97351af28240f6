/** "What you left here": the visits that this browser may see and erase (record 0016). */

import { DAY_MS } from '#proto/durations.ts'
import type { VisitWithChat } from '#proto/entities.ts'
import { RING_DETAIL_NAMES } from '#proto/ring-details.ts'
import type { PageStateOf } from '#proto/visitor-page.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { visitTexts } from '../en-visits.ts'
import { doorPath } from '../page/form-page.ts'
import { ErrorLine } from '../parts/error-line.tsx'

const texts = visitTexts.left

const STEPS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "2 hours ago", "in 5 minutes": without script the browser's time zone is unknown. */
function relative(at: Date, now: Date): string {
  const distance = at.getTime() - now.getTime()
  const [unit, size] = STEPS.find(([, size]) => Math.abs(distance) >= size) ?? STEPS[2]
  const amount = distance > 0 ? Math.ceil(distance / size) : Math.round(distance / size)
  return new Intl.RelativeTimeFormat(visitTexts.locale, { numeric: 'auto' }).format(amount, unit)
}

export function Left({ state }: { readonly state: PageStateOf<'left'> }) {
  const { visits, failure, door } = state
  return (
    <section className="pane top">
      <h2>{texts.title}</h2>
      <ErrorLine text={failure?.message} />
      {visits.length === 0 && <p className="fine l">{texts.nothing}</p>}
      {visits.map((visit) => (
        <StoredVisit key={visit.id} visit={visit} now={new Date(state.now)} action={doorPath(door.qrCodeId)} />
      ))}
      <p className="fine l">
        <LanguageLinks query="tab=left" />
      </p>
    </section>
  )
}

type StoredVisitProps = { readonly visit: VisitWithChat; readonly now: Date; readonly action: string }

function StoredVisit({ visit, now, action }: StoredVisitProps) {
  const { photoUrl, visitorName, message, messages } = visit
  return (
    <section className="card trace">
      <p className="fine l">
        <time dateTime={visit.timestamp}>{texts.rang.replace('{ago}', relative(new Date(visit.timestamp), now))}</time>
        <span>{` · ${texts.outcomes[visit.outcome ?? 'live']}`}</span>
      </p>
      <div className="me">
        {photoUrl && (
          <a href={photoUrl}>
            <img className="ph" loading="lazy" src={photoUrl} alt={texts.photo} width="52" height="52" />
          </a>
        )}
        <div>
          <strong>{[visitorName, ...RING_DETAIL_NAMES.map((name) => visit[name])].filter(Boolean).join(' · ')}</strong>
          <div dir="auto">{message}</div>
        </div>
      </div>
      {messages.map(({ id, senderId, message: text }) => (
        <div key={id} className={senderId === 'visitor' ? 'bub mine' : 'bub'}>
          {text}
        </div>
      ))}
      {visit.recordedUntil && <p className="fine l">{texts.recorded.replace('{in}', relative(new Date(visit.recordedUntil), now))}</p>}
      <Erase visit={visit} now={now} action={action} />
    </section>
  )
}

/** The button to erase the visit, or when it may be erased, or that it may not. */
function Erase({ visit, now, action }: StoredVisitProps) {
  const from = visit.eraseFrom ? new Date(visit.eraseFrom) : null
  if (!from) return <p className="fine l">{texts.kept}</p>
  if (from > now) return <p className="fine l">{texts.from.replace('{in}', relative(from, now))}</p>
  return (
    <details>
      <summary className="btn sm">{texts.erase}</summary>
      <form method="post" action={action}>
        <input type="hidden" name="visitId" value={visit.id} />
        <p>{visit.recordedUntil ? texts.sureRecorded : texts.sure}</p>
        <button type="submit" className="btn line" name="action" value="erase">
          {texts.eraseNow}
        </button>
      </form>
    </details>
  )
}
