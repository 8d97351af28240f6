import type { PageStateOf } from '#proto/visitor-page.ts'
import { visitorTexts } from '../en-visitor.ts'
import { doorPath } from '../page/form-page.ts'
import { Panel } from '../panels/panel.tsx'

/** The door is under pressure. Without script the page reloads itself; with script it posts the form and a proof (server-rendered.ts). */
export function Turn({ state: { qrCodeId, work } }: { readonly state: PageStateOf<'turn'> }) {
  return (
    <Panel icon="bell-simple-ringing" isBlue {...visitorTexts.turn}>
      {work && (
        <form id="again" method="post" action={doorPath(qrCodeId)}>
          {Object.entries({ ...work.fields, ringProof: '' }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        </form>
      )}
      <a className="btn line" href={`${doorPath(qrCodeId)}?new=1`}>
        {visitorTexts.waiting.cancel}
      </a>
    </Panel>
  )
}
