/** The bare /visitor: asks for the code from the sign, and links this browser's open visit (docs/product/decisions.md, 1). */
import { FIELD } from '#proto/limits.ts'
import type { PageStateOf } from '#proto/visitor-page.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { visitorTexts } from '../en-visitor.ts'
import { doorPath } from '../page/form-page.ts'
import { Icon } from '../parts/icon.tsx'
import { PageField } from './page-field.tsx'

const texts = visitorTexts.bare
/** The code may be typed in groups, with spaces or hyphens. */
const WITH_SEPARATORS = FIELD.shortCode + 4

export function CodeEntry({ state: { value, failure, resume } }: { readonly state: PageStateOf<'code'> }) {
  // An unknown code was more likely mistyped than rotated.
  const error = failure?.code === 'door_inactive' ? texts.unknown : failure?.message
  return (
    <form className="pane code" method="post" action="/visitor">
      {resume && (
        <a className="resume" href={doorPath(resume.qrCodeId)}>
          <Icon name="bell-simple" />
          <span>
            <strong>{texts.resume}</strong>
            <span>{resume.doorLabel}</span>
          </span>
        </a>
      )}
      <h2>{texts.title}</h2>
      <PageField
        name="code"
        className="big"
        label={texts.code}
        value={value}
        error={error}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        placeholder={texts.placeholder}
        maxLength={WITH_SEPARATORS}
        required
      />
      <p className="fine l">
        <span>{`${texts.hint} `}</span>
        <LanguageLinks />
      </p>
      <div className="bar">
        <button type="submit" className="btn go">
          {texts.submit}
        </button>
      </div>
    </form>
  )
}
