/** Links between the pages of a door. */
import type { PublicDoor } from '#proto/doors.ts'
import { visitorTexts } from '../en-visitor.ts'
import { doorPath } from '../page/form-page.ts'

const texts = visitorTexts.tabs

type TabsProps = { readonly door: PublicDoor; readonly current: 'ring' | 'schedule' | 'building' | 'left' }

/** Building Info only where there is something to show (docs/product/decisions.md, 31). */
export function DoorTabs({ door, current }: TabsProps) {
  const path = doorPath(door.qrCodeId)
  const markOf = (tab: TabsProps['current']) => (tab === current ? 'page' : undefined)
  return (
    <nav className="tabs" aria-label={texts.label}>
      <a href={path} aria-current={markOf('ring')}>
        {texts.ring}
      </a>
      <a href={`${path}?tab=schedule`} aria-current={markOf('schedule')}>
        {texts.schedule}
      </a>
      {door.building && (
        <a href={`${path}?tab=building`} aria-current={markOf('building')}>
          {texts.building}
        </a>
      )}
    </nav>
  )
}

/** Links to the page where the visitor sees and erases their own data. */
export function SeeAndErase({ qrCodeId }: { readonly qrCodeId: string }) {
  return (
    <a className="mine" href={`${doorPath(qrCodeId)}?tab=left`}>
      {visitorTexts.seeAndErase}
    </a>
  )
}
