/** The bare /visitor: asks for the code from the sign, and links the visit that this browser still has (decision 1). */
import { type FormEvent, useEffect, useState } from 'react'
import type { VisitWithChat } from '#proto/entities.ts'
import { FIELD } from '#proto/limits.ts'
import type { Api } from '../../core/api.ts'
import { isApiError } from '../../core/api-error.ts'
import { visitorTexts } from '../../core/texts/en-visitor.ts'
import { LanguageLinks } from '../../ui/language-links.tsx'
import { groupCode } from '../parts/door-code.ts'
import { DoorHeader } from '../parts/door-header.tsx'
import { Icon } from '../parts/icon.tsx'

const texts = visitorTexts.bare

export function CodeEntry({ api }: { readonly api: Api }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const [isBusy, setBusy] = useState(false)
  const open = useOpenVisit(api)

  async function find(): Promise<void> {
    setBusy(true)
    try {
      const { qrCodeId } = await api.call('doorbell.find_code', { code })
      window.location.assign(`/visitor/${encodeURIComponent(qrCodeId)}`)
    } catch (failure) {
      setBusy(false)
      setError(errorMessage(failure))
    }
  }
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (code.length === FIELD.shortCode + 1) void find()
    else setError(texts.incomplete)
  }
  return (
    <main className="door">
      <DoorHeader label={undefined} isSmall={false} />
      <form className="pane code" noValidate onSubmit={submit}>
        {open && (
          <a className="resume" href={`/visitor/${encodeURIComponent(open.qrCodeId)}`}>
            <Icon name="bell-simple" />
            <span>
              <strong>{texts.resume}</strong>
              {open.doorLabel}
            </span>
          </a>
        )}
        <h2>{texts.title}</h2>
        <label>
          {texts.code}
          <input
            className="big"
            name="code"
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder={texts.placeholder}
            aria-invalid={error ? true : undefined}
            onChange={(event) => {
              setCode(groupCode(event.currentTarget.value))
              setError('')
            }}
          />
          {error && <em role="alert">{error}</em>}
        </label>
        <p className="fine l">
          {texts.hint} <LanguageLinks />
        </p>
        <div className="bar">
          <button type="submit" className="btn go" disabled={isBusy}>
            {texts.submit}
          </button>
        </div>
      </form>
    </main>
  )
}

/** An unknown code was more likely mistyped than rotated. */
function errorMessage(failure: unknown): string {
  if (isApiError(failure, 'door_inactive')) return visitorTexts.server.codeUnknown
  return isApiError(failure) && failure.code !== 'network' ? failure.message : visitorTexts.unexpected
}

/** The newest visit of this browser that is not closed. */
function useOpenVisit(api: Api): VisitWithChat | undefined {
  const [open, setOpen] = useState<VisitWithChat>()
  useEffect(() => {
    api.call('doorbell.my_visits', {}).then(
      (visits) => setOpen(visits.find((visit) => visit.outcome === null || visit.canWrite)),
      () => setOpen(undefined),
    )
  }, [api])
  return open
}
