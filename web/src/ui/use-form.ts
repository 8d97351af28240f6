/**
 * A form's state: validates each field on blur and all on submit (docs/product/specification.md, 2), sends a valid form once, and shows the
 * server's field errors until their fields change.
 */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { isApiError } from '../core/api-error.ts'
import type { Errors } from '../core/form-errors.ts'

type Options<V> = {
  /** The errors of the values, by field; without it only the server validates. */
  readonly check?: (values: V) => Errors<V>
  /** Sends the values. Returned errors, and those of a thrown `validation_failed`, are shown; the sender shows all others. */
  readonly send: (values: V) => Promise<FieldErrors | undefined>
}
/** By field, or by a path below one: `building.phone`. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

const errorsOfFailure = (failure: unknown): FieldErrors => (isApiError(failure, 'validation_failed') ? failure.details : {})

/** A form whose values the form itself keeps. */
export function useForm<V extends object>(start: V | (() => V), options: Options<V>) {
  const [values, setValues] = useState(start)
  const [first] = useState(values)
  const form = useFormOf({ ...options, values, onChange: (change) => setValues((before) => ({ ...before, ...change })) })
  return { ...form, isChanged: JSON.stringify(values) !== JSON.stringify(first) }
}

/** A form whose values the caller keeps, because they outlive it. */
export function useFormOf<V extends object>({
  values,
  onChange,
  check,
  send,
}: Options<V> & { readonly values: V; readonly onChange: (change: Partial<V>) => void }) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const [pending, setPending] = useState(false)
  /** A second press may come before React renders the pending state. */
  const sending = useRef(false)
  const refused = useRef<HTMLFormElement>(null)
  const wrong: Errors<V> = check?.(values) ?? {}
  const ownErrors = Object.entries<string | undefined>(wrong as FieldErrors).filter(([name]) => touched.has(name))
  const errors: FieldErrors = { ...Object.fromEntries(ownErrors), ...serverErrors }

  // The first invalid field gets the focus once its error is rendered.
  useEffect(() => {
    const field = refused.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    refused.current = null
    field?.focus()
    // A wrong password is typed again.
    if (field instanceof HTMLInputElement && field.autocomplete === 'current-password') field.select()
  })

  const set = (change: Partial<V>) => {
    onChange(change)
    setServerErrors((before) => Object.fromEntries(Object.entries(before).filter(([path]) => !((path.split('.')[0] ?? path) in change))))
  }
  const touch = (name: string) => setTouched((before) => new Set(before).add(name))

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (sending.current) return
    const form = event.currentTarget
    setTouched(new Set(Object.keys(values)))
    if (Object.values<string | undefined>(wrong as FieldErrors).some(Boolean)) {
      refused.current = form
      return
    }
    sending.current = true
    setPending(true)
    try {
      const found = (await send(values).catch(errorsOfFailure)) ?? {}
      setServerErrors(found)
      if (Object.keys(found).length) refused.current = form
    } finally {
      sending.current = false
      setPending(false)
    }
  }

  return {
    values,
    errors,
    pending,
    set,
    touch,
    setServerErrors,
    /** Resets touched fields and errors. */
    reset: () => {
      setTouched(new Set())
      setServerErrors({})
    },
    submit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    /** The props of a text field (ui/field.tsx). */
    field: (name: keyof V & string) => ({
      name,
      value: String(values[name] ?? ''),
      error: errors[name],
      onChange: (value: string) => set({ [name]: value } as Partial<V>),
      // If the window has lost the focus, to a password manager or to the prompt for a passkey, the field was not left.
      onBlur: () => (document.hasFocus() ? touch(name) : undefined),
    }),
  }
}
