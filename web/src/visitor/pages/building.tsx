/** Building Info: opening hours, phone and directory, in the building's time zone (docs/product/decisions.md, 31). */
import type { PublicBuilding } from '#proto/doors.ts'
import { WEEKDAYS } from '#proto/limits.ts'
import { spansOf } from '#proto/opening-hours.ts'
import type { PageStateOf } from '#proto/visitor-page.ts'
import { visitTexts } from '../en-visits.ts'
import { Icon } from '../parts/icon.tsx'

const texts = visitTexts.building
const wall = (time: string) => new Date(`2024-01-01T${time === '24:00' ? '00:00' : time}:00Z`)

export function Building({ state }: { readonly state: PageStateOf<'building'> }) {
  const { building } = state.door
  if (!building) return null
  const { phone, floors, openNow } = building
  return (
    <section className="pane">
      {openNow !== null && (
        <p className={openNow ? 'oh on' : 'oh'}>
          <i />
          <span>{openNow ? texts.open : texts.closed}</span>
        </p>
      )}
      {openNow !== null && <Hours building={building} now={new Date(state.now)} />}
      {phone && (
        <a className="btn line" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
          <Icon name="phone" />
          <span>{texts.call.replace('{phone}', phone)}</span>
        </a>
      )}
      {floors.length > 0 && (
        <section className="card rows">
          <h2>{texts.directory}</h2>
          <dl>
            {floors.map(({ floor, name }) => (
              <div key={`${floor} ${name}`}>
                <dt>{floor}</dt>
                <dd>{name}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
    </section>
  )
}

function Hours({ building, now }: { readonly building: PublicBuilding; readonly now: Date }) {
  const { hours, timeZone } = building
  if (!hours) return null
  const clock = new Intl.DateTimeFormat(visitTexts.locale, { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' })
  const weekday = new Intl.DateTimeFormat(visitTexts.locale, { timeZone: 'UTC', weekday: 'long' })
  const today = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' }).format(now).toLowerCase()
  return (
    <section className="card rows">
      <h2>{texts.title}</h2>
      <dl>
        {WEEKDAYS.map((day, index) => (
          <div key={day} className={day === today ? 'today' : undefined}>
            <dt>
              {/* 1 January 2024 was a Monday. */}
              <span>{weekday.format(new Date(Date.UTC(2024, 0, 1 + index)))}</span>
              {day === today && <span className="sr">{` (${texts.today})`}</span>}
            </dt>
            <dd>
              {spansOf(hours[day])
                .map(({ opens, closes }) => `${clock.format(wall(opens))} – ${clock.format(wall(closes))}`)
                .join(', ') || texts.closedAllDay}
            </dd>
          </div>
        ))}
      </dl>
      <p className="fine l">{texts.zone.replace('{zone}', timeZone.replaceAll('_', ' '))}</p>
    </section>
  )
}
