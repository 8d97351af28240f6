/** A form as Stripe's SDK sends it: nested keys in brackets. A separate parser, so that the local Stripe's is compared with another. */
export type Form = { [name: string]: string | Form | readonly (string | Form)[] }

/** `a[b]=1` is `{ a: { b: '1' } }`; `c[0]=1` and `c[]=1` are `{ c: ['1'] }` */
export function parseForm(text: string): Form {
  const root: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[')
    const last = path.pop() ?? ''
    let form = root
    for (const key of path) {
      if (typeof form[key] !== 'object') form[key] = Object.create(null)
      form = form[key] as Form
    }
    form[last || Object.keys(form).length] = value
  }
  return withLists(root) as Form
}

function withLists(value: Form[string]): Form[string] {
  if (typeof value === 'string') return value
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key))
  return isList ? entries.map(([, inner]) => inner as string | Form) : Object.fromEntries(entries)
}
