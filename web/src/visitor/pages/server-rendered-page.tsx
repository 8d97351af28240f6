/** Pages that work by links and forms alone: they are never hydrated. */
import type { PageState } from '#proto/visitor-page.ts'
import { visitorTexts } from '../en-visitor.ts'
import { visitTexts } from '../en-visits.ts'
import { Inactive } from '../panels/inactive.tsx'
import { Panel } from '../panels/panel.tsx'
import { DoorHeader } from '../parts/door-header.tsx'
import { DoorTabs } from '../parts/tabs.tsx'
import { Building } from './building.tsx'
import { CodeEntry } from './code-entry.tsx'
import { Left } from './left.tsx'
import { Pass } from './pass.tsx'
import { Schedule } from './schedule.tsx'
import { Status } from './status.tsx'
import { Turn } from './turn.tsx'

function labelOf(state: PageState): string | undefined {
  if (state.page === 'pass') return state.pass.doorLabel
  return 'door' in state ? state.door?.label : undefined
}

/** The tabs of a door that takes rings. */
function PageTabs({ state }: { readonly state: PageState }) {
  switch (state.page) {
    case 'schedule':
    case 'left':
      return state.isClosed ? null : <DoorTabs door={state.door} current={state.page} />
    case 'building':
      return <DoorTabs door={state.door} current="building" />
    default:
      return null
  }
}

function Content({ state }: { readonly state: PageState }) {
  switch (state.page) {
    case 'schedule':
      return <Schedule state={state} />
    case 'building':
      return <Building state={state} />
    case 'left':
      return <Left state={state} />
    case 'pass':
      return <Pass state={state} />
    case 'no-pass':
      return <NoPass text={state.failure?.message} />
    case 'code':
      return <CodeEntry state={state} />
    case 'no-invite':
      return <Panel icon="video-camera" {...visitorTexts.invite[state.reason]} />
    case 'turn':
      return <Turn state={state} />
    case 'preparing':
      return <Panel icon="bell-simple" {...visitorTexts.preparing} />
    case 'limited':
      return <Limited />
    case 'status':
      return <Status state={state} />
    default:
      return <Inactive />
  }
}

export function ServerRenderedPage({ state }: { readonly state: PageState }) {
  const hasTabs = state.page === 'building' || ((state.page === 'schedule' || state.page === 'left') && !state.isClosed)
  return (
    <main className="door">
      <DoorHeader label={labelOf(state)} isSmall={!hasTabs} />
      <PageTabs state={state} />
      <Content state={state} />
    </main>
  )
}

/** Works without script: a link to the same page. */
function Limited() {
  const { tryAgain, ...texts } = visitorTexts.limited
  return (
    <Panel icon="bell-simple" {...texts}>
      <a className="btn" href="?">
        {tryAgain}
      </a>
    </Panel>
  )
}

/** An unknown or deleted pass; with a text, one that cannot be read now. */
function NoPass({ text }: { readonly text: string | undefined }) {
  const { title, gone } = visitTexts.pass
  return text ? (
    <Panel icon="qr-code" title={title} text={text} />
  ) : (
    <Panel icon="qr-code" {...gone}>
      <a className="btn" href="/visitor">
        {visitorTexts.inactive.enterCode}
      </a>
    </Panel>
  )
}
