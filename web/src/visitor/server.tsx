/** The web's part of the gateway: renders every visitor's page (proto/visitor-page.ts). Built once per language. */
import { renderToString } from 'react-dom/server'
import type { Purpose } from '#proto/entities.ts'
import type { PageFailure, PageState, VisitorBundle } from '#proto/visitor-page.ts'
import { errorText, fieldTexts } from '../core/error-texts.ts'
import { constantStore } from '../core/store.ts'
import { errorTexts } from '../core/texts/en-errors.ts'
import { App } from './app.tsx'
import { writeCalendarEntry } from './calendar-entry.ts'
import { createDocument } from './document.tsx'
import { visitorTexts } from './en-visitor.ts'
import type { LiveCode } from './live.ts'
import { ringDraftOf, ringFieldsOf, typedOnly } from './page/draft.ts'
import { createFormPage, type StartState } from './page/form-page.ts'
import { createUnhydratedPage } from './page/unhydrated-page.ts'
import { ServerRenderedPage } from './pages/server-rendered-page.tsx'
import { PhotoRow } from './panels/photo-row.tsx'
import { Notes, VisitScreen } from './panels/visit-screen.tsx'

/** In the page's language. Of an invalid form only the fields' messages are shown. */
function translated(failure: PageFailure): PageFailure {
  const shown = { code: failure.code, message: errorText(errorTexts, failure) }
  return failure.details ? { ...shown, details: fieldTexts(errorTexts, failure) } : shown
}

/** The state for rendering and hydration: errors translated, a chip's texts removed from the visitor's own. */
function shownState(state: PageState): PageState {
  const failure = 'failure' in state && state.failure ? { failure: translated(state.failure) } : {}
  const values = state.page === 'door' ? { values: typedOnly(ringDraftOf(state.values)) } : {}
  return { ...state, ...failure, ...values } as PageState
}

const isHydrated = (state: PageState): state is StartState => state.page === 'door' || state.page === 'invite'

function renderApp(start: StartState): string {
  const clock = { now: () => Date.parse(start.now), until: () => 0, observeDate: () => undefined, observeNow: () => undefined }
  const form = createFormPage(start, { clock, panelChanged: () => undefined })
  const isForm = start.page === 'door' && form.state.get().screen.at === 'form'
  const live: LiveCode | null = isForm ? null : { page: createUnhydratedPage(form), PhotoRow, Notes, VisitScreen }
  return renderToString(<App page={form} live={constantStore(live)} />)
}

export const renderVisitor: VisitorBundle['renderVisitor'] = (state, legal = {}) => {
  const shown = shownState(state)
  return isHydrated(shown)
    ? createDocument({ state: shown, body: renderApp(shown), script: 'hydrated', legal })
    : createDocument({ state: shown, body: renderToString(<ServerRenderedPage state={shown} />), script: 'serverRendered', legal })
}

export const fillForm: VisitorBundle['fillForm'] = (values) => {
  const { purpose = '' } = values
  return ringFieldsOf(ringDraftOf(values), Object.hasOwn(visitorTexts.chips, purpose) ? (purpose as Purpose) : undefined)
}

export const calendarEntry: VisitorBundle['calendarEntry'] = writeCalendarEntry
