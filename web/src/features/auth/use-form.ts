/** A form's state: validates each field on blur and all on submit (spec section 2). The caller sends it. */
import { useRef, useState } from 'react'
import type { Errors } from '../../core/form-errors.ts'

type Values = Readonly<Record<string, string>>

export function useForm<V extends Values>(empty: V, check: (values: V) => Errors<V>) {
  const [values, setValues] = useState(empty)
  const [touched, setTouched] = useState<ReadonlySet<keyof V>>(new Set())
  const [serverErrors, setServerErrors] = useState<Errors<V>>({})
  const sending = useRef(false)
  const now = check(values)
  /** A server error stays until its field changes. */
  const shown = (name: keyof V) => serverErrors[name] ?? (touched.has(name) ? now[name] : undefined)

  return {
    values,
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      error: shown(name),
      onChange: (value: string) => {
        setValues((before) => ({ ...before, [name]: value }))
        setServerErrors((before) => ({ ...before, [name]: undefined }))
      },
      onBlur: () => setTouched((before) => new Set(before).add(name)),
    }),
    /**
     * Submits a valid form once and shows the server's field errors; an invalid one shows all errors and focuses the
     * first invalid field. `sending` is a ref, because a second press may come before React renders the pending state.
     */
    submit: async (form: HTMLFormElement, send: (values: V) => Promise<Errors<V>>): Promise<void> => {
      if (sending.current) return
      setTouched(new Set(Object.keys(values)))
      const wrong = Object.keys(values).find((name) => now[name])
      if (wrong) return form.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
      sending.current = true
      try {
        setServerErrors(await send(values))
      } finally {
        sending.current = false
      }
    },
  }
}
