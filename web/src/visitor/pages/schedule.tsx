/** Schedule Visit: the form of a visit request (docs/product/decisions.md, 31). */
import { DAY_MS } from '#proto/durations.ts'
import { FIELD, VISIT } from '#proto/limits.ts'
import type { PageStateOf } from '#proto/visitor-page.ts'
import { visitorTexts } from '../en-visitor.ts'
import { visitTexts } from '../en-visits.ts'
import { doorPath } from '../page/form-page.ts'
import { FailureNote } from '../parts/failure.tsx'
import { PageField } from './page-field.tsx'

const texts = visitTexts.schedule
const { optional, name, namePlaceholder } = visitorTexts.form

/** A date bound that holds in every time zone; doorbell checks the date in the door's own. */
const dayIn = (now: string, milliseconds: number) => new Date(Date.parse(now) + milliseconds).toISOString().slice(0, 10)

export function Schedule({ state }: { readonly state: PageStateOf<'schedule'> }) {
  const { door, now, values, failure } = state
  const errors: Readonly<Record<string, string>> = failure?.details ?? {}
  const field = (of: string) => ({ name: of, value: values[of], error: errors[of] })
  return (
    <form className="pane" method="post" action={doorPath(door.qrCodeId)}>
      <input type="hidden" name="action" value="schedule" />
      <input type="hidden" name="idempotencyKey" value={state.key} />
      {!failure?.details && <FailureNote title={texts.failed} text={failure?.message} />}
      <div>
        <h2>{texts.title}</h2>
        <p className="fine l">{texts.text}</p>
      </div>
      <PageField
        {...field('visitorName')}
        label={name}
        autoComplete="name"
        placeholder={namePlaceholder}
        maxLength={FIELD.visitorName}
        required
      />
      <div className="row even">
        <PageField
          {...field('date')}
          label={texts.date}
          type="date"
          min={dayIn(now, -DAY_MS / 2)}
          max={dayIn(now, VISIT.daysAhead * DAY_MS)}
          required
        />
        <PageField {...field('time')} label={texts.time} type="time" required />
      </div>
      <PageField
        {...field('purpose')}
        label={texts.purpose}
        autoComplete="off"
        placeholder={texts.purposePlaceholder}
        maxLength={FIELD.visitPurpose}
        required
      />
      <PageField
        {...field('residentName')}
        label={texts.resident}
        autoComplete="off"
        placeholder={optional}
        maxLength={FIELD.visitorName}
      />
      <div className="row even">
        <PageField
          {...field('email')}
          label={texts.email}
          type="email"
          autoComplete="email"
          placeholder={optional}
          maxLength={FIELD.email}
        />
        <PageField {...field('phone')} label={texts.phone} type="tel" autoComplete="tel" placeholder={optional} maxLength={FIELD.phone} />
      </div>
      <div className="bar end">
        <button type="submit" className="btn go">
          {texts.submit}
        </button>
        <p className="fine">
          <span>{texts.stored}</span>
          <br />
          <span>{texts.keptFor.replace('{days}', String(door.keptDays))}</span>
        </p>
      </div>
    </form>
  )
}
