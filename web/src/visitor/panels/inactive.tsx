import { visitorTexts } from '../en-visitor.ts'
import { Panel } from './panel.tsx'

/** The code of the sign was replaced, or its door is disabled. */
export function Inactive() {
  const { title, text, enterCode } = visitorTexts.inactive
  return (
    <Panel icon="qr-code" title={title} text={text}>
      <a className="btn" href="/visitor">
        {enterCode}
      </a>
    </Panel>
  )
}
