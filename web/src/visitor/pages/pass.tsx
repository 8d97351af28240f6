/** The pass of a visit request: its status, the ring with it, its calendar entry and its link (docs/product/decisions.md, 31). */
import type { PageStateOf } from '#proto/visitor-page.ts'
import type { VisitPass } from '#proto/visits.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { visitTexts } from '../en-visits.ts'
import { doorPath } from '../page/form-page.ts'
import { ErrorLine } from '../parts/error-line.tsx'
import { Icon } from '../parts/icon.tsx'

const texts = visitTexts.pass
const ICONS = { pending: 'bell-simple', approved: 'checks', declined: 'hand', expired: 'bell-simple' } as const
/** Modules of light around a QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4

const timeIn = (iso: string, { timeZone }: VisitPass, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(visitTexts.locale, { timeZone, ...style }).format(new Date(iso))

const expectation = (pass: VisitPass, isEarly: boolean) =>
  isEarly ? texts.expectedFrom.replace('{time}', timeIn(pass.opensAt, pass, { dateStyle: 'medium', timeStyle: 'short' })) : texts.expected

type PassProps = { readonly state: PageStateOf<'pass'> }

export function Pass({ state }: PassProps) {
  const { pass, failure } = state
  const { status } = pass
  const isOver = status === 'declined' || status === 'expired'
  const isEarly = status === 'approved' && new Date(state.now) < new Date(pass.opensAt)
  const door = doorPath(pass.qrCodeId)
  return (
    <section className="pane">
      <div className="card v pass">
        <div className={status === 'approved' ? 'o b' : 'o'}>
          <Icon name={ICONS[status]} />
        </div>
        <h2>{texts[status].title}</h2>
        <p>{texts[status].text}</p>
        {!pass.doorActive && <p className="err">{texts.dead}</p>}
        {status === 'approved' && <p>{expectation(pass, isEarly)}</p>}
        {status === 'approved' && pass.doorActive && <RingWithPass state={state} isMain={!isEarly} />}
        {status === 'approved' && (
          <a className="btn" href={`/visitor/pass/${pass.token}/visit.ics`}>
            {texts.calendar}
          </a>
        )}
        {status === 'pending' && pass.doorActive && (
          <a className="btn" href={door}>
            {texts.door}
          </a>
        )}
        {isOver && pass.doorActive && (
          <a className="btn" href={`${door}?tab=schedule`}>
            {texts.again}
          </a>
        )}
      </div>
      <Facts pass={pass} />
      {!isOver && <Link state={state} />}
      <ErrorLine text={failure?.message} />
      {new Date(state.now) >= new Date(pass.eraseFrom) && <ErasePass pass={pass} />}
      <p className="fine l">
        <LanguageLinks />
      </p>
    </section>
  )
}

function RingWithPass({ state, isMain }: PassProps & { readonly isMain: boolean }) {
  const { pass } = state
  return (
    <form method="post" action={doorPath(pass.qrCodeId)}>
      <input type="hidden" name="action" value="ring" />
      <input type="hidden" name="idempotencyKey" value={state.key} />
      <input type="hidden" name="pass" value={pass.token} />
      <input type="hidden" name="visitorName" value={pass.visitorName} />
      <input type="hidden" name="message" value={pass.purpose} />
      <button type="submit" className={isMain ? 'btn go' : 'btn'}>
        <Icon name="bell-simple-ringing" />
        <span>{texts.ring}</span>
      </button>
    </form>
  )
}

function Facts({ pass }: { readonly pass: VisitPass }) {
  const when = timeIn(pass.at, pass, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return (
    <section className="card rows">
      <dl>
        <div>
          <dt>{texts.when}</dt>
          <dd>
            <span>{when}</span>
            <br />
            <small>{pass.timeZone.replaceAll('_', ' ')}</small>
          </dd>
        </div>
        <div>
          <dt>{texts.who}</dt>
          <dd>{pass.visitorName}</dd>
        </div>
        <div>
          <dt>{texts.purpose}</dt>
          <dd>{pass.purpose}</dd>
        </div>
      </dl>
    </section>
  )
}

function Link({ state: { url, code } }: PassProps) {
  const box = code.size + 2 * QUIET_ZONE
  return (
    <section className="card keep">
      <svg className="qr" viewBox={`-${QUIET_ZONE} -${QUIET_ZONE} ${box} ${box}`} role="img" aria-label={texts.code}>
        <path d={code.path} />
      </svg>
      <div>
        <p>{texts.keep}</p>
        <a href={url}>{url}</a>
      </div>
    </section>
  )
}

function ErasePass({ pass }: { readonly pass: VisitPass }) {
  return (
    <details>
      <summary className="btn sm">{texts.erase}</summary>
      <form method="post" action={`/visitor/pass/${pass.token}`}>
        <p>{texts.sure}</p>
        <button type="submit" className="btn line" name="action" value="erase">
          {visitTexts.left.eraseNow}
        </button>
      </form>
    </details>
  )
}
