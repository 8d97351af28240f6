/** Links to the pages beside the ring form, which only the server renders (template/README.md). */
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import type { Boot } from '../page/boot.ts'

const texts = visitorTexts.tabs

export const doorPath = (qrCodeId: string) => `/visitor/${encodeURIComponent(qrCodeId)}`

export function Tabs({ boot }: { readonly boot: Boot }) {
  const path = doorPath(boot.qrCodeId)
  return (
    <nav className="tabs" aria-label={texts.label}>
      <a href={path} aria-current="page">
        {texts.ring}
      </a>
      <a href={`${path}?tab=schedule`}>{texts.schedule}</a>
      {boot.door?.building && <a href={`${path}?tab=building`}>{texts.building}</a>}
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
