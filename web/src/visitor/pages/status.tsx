/** /status: how fast rings are shown, over all doors (record 0069). */
import { DAY_MS } from '#proto/durations.ts'
import { STATUS } from '#proto/limits.ts'
import type { RingStatus } from '#proto/ring-status.ts'
import type { PageStateOf } from '#proto/visitor-page.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { statusTexts as texts } from '../en-status.ts'
import { Panel } from '../panels/panel.tsx'

export function Status({ state: { status, failure } }: { readonly state: PageStateOf<'status'> }) {
  if (failure)
    return (
      <Panel icon="bell-simple" title={texts.failed.title} text={failure.message}>
        <a className="btn" href="?">
          {texts.failed.again}
        </a>
      </Panel>
    )
  if (status) return <Figures status={status} />
  return (
    <Panel icon="bell-simple" {...texts.few}>
      <p className="fine">
        <LanguageLinks />
      </p>
    </Panel>
  )
}

/** In tenths of a percent, rounded down: 99.96 % are not all. */
const percentOf = ({ prompt, rings }: RingStatus) => Math.floor((prompt / rings) * 1_000) / 10

function Figures({ status }: { readonly status: RingStatus }) {
  const { p50, p95, rings, doors, since, until } = status
  const last = new Date(Date.parse(until) - DAY_MS)
  return (
    <section className="pane status">
      <div className="card">
        <h2>{texts.heading}</h2>
        <p>{texts.what}</p>
        <dl>
          {p50 !== null && <Figure label={texts.half} value={texts.span(p50)} />}
          {p95 !== null && <Figure label={texts.most} value={texts.span(p95)} />}
          <Figure label={p50 === null ? texts.none : texts.share(STATUS.promptMs / 1_000)} value={texts.percent(percentOf(status))} />
        </dl>
        <p className="of">
          <strong>{texts.counted(rings, doors)}</strong>
          <span>{texts.days(new Date(since), last)}</span>
        </p>
      </div>
      {texts.notes.map((note) => (
        <p key={note} className="fine l">
          {note}
        </p>
      ))}
      <p className="fine l">
        <LanguageLinks />
      </p>
    </section>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
