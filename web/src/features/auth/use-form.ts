/** A form's state: validated field by field on blur, whole on submit (spec section 2). Sending is the caller's. */
import { useRef, useState } from 'react'
import type { Errors } from '../../core/form-errors.ts'

type Values = Readonly<Record<string, string>>

export function useForm<V extends Values>(empty: V, check: (values: V) => Errors<V>) {
  const [values, setValues] = useState(empty)
  const [left, setLeft] = useState<ReadonlySet<keyof V>>(new Set())
  const [told, setTold] = useState<Errors<V>>({})
  const sending = useRef(false)
  const now = check(values)
  /** The server's word stands until the field changes. */
  const shown = (name: keyof V) => told[name] ?? (left.has(name) ? now[name] : undefined)

  return {
    values,
    field: (name: keyof V & string) => ({
      name,
      value: values[name] ?? '',
      error: shown(name),
      onChange: (value: string) => {
        setValues((before) => ({ ...before, [name]: value }))
        setTold((before) => ({ ...before, [name]: undefined }))
      },
      onBlur: () => setLeft((before) => new Set(before).add(name)),
    }),
    /**
     * Sends once what is right, and puts the server's refusal under its fields; otherwise every field tells what it misses, and the
     * first of them is where to type. A second press may come before any drawing has told that the first one is under way.
     */
    submit: async (form: HTMLFormElement, send: (values: V) => Promise<Errors<V>>): Promise<void> => {
      if (sending.current) return
      setLeft(new Set(Object.keys(values)))
      const wrong = Object.keys(values).find((name) => now[name])
      if (wrong) return form.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
      sending.current = true
      try {
        setTold(await send(values))
      } finally {
        sending.current = false
      }
    },
  }
}
