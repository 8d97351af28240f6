/** The forms of /api/docs: they send a request as whoever is signed in, or with an API token, and show the answer. */

const token = () => document.querySelector('#token').value.trim()

/** The values of a form's fields in one place: `path`, `query`, `header`. */
const valuesIn = (form, place) =>
  [...form.querySelectorAll(`[data-in="${place}"]`)].flatMap(({ name, value }) => (value === '' ? [] : [[name, value]]))

function urlOf(form) {
  const path = valuesIn(form, 'path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(value)),
    form.dataset.path,
  )
  const query = new URLSearchParams(valuesIn(form, 'query')).toString()
  return query ? `${path}?${query}` : path
}

function initOf(form) {
  const headers = new Headers(valuesIn(form, 'header'))
  const secret = token()
  if (secret) headers.set('authorization', `Bearer ${secret}`)
  const body = form.querySelector('[data-in="body"]')
  const [file] = form.querySelector('[data-in="file"]')?.files ?? []
  if (body) headers.set('content-type', 'application/json')
  return {
    method: form.dataset.method,
    headers,
    // A request with a token has no other identity.
    credentials: secret ? 'omit' : 'same-origin',
    ...(body ? { body: body.value } : {}),
    ...(file ? { body: file } : {}),
  }
}

/** JSON is shown in lines, a text as it is, and a file by its type and size. */
async function textOf(response) {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('json')) return JSON.stringify(await response.json(), null, 2)
  if (type.startsWith('text/')) return response.text()
  const { size } = await response.blob()
  return size ? `${type}, ${size} bytes` : ''
}

const SHOWN = ['retry-after', 'link', 'ratelimit', 'ratelimit-policy', 'etag', 'www-authenticate', 'x-request-id']

async function send(form) {
  const output = form.querySelector('output')
  const shown = document.createElement('pre')
  try {
    const response = await fetch(urlOf(form), initOf(form))
    const headers = SHOWN.flatMap((name) => (response.headers.has(name) ? [`${name}: ${response.headers.get(name)}`] : []))
    const text = await textOf(response)
    shown.textContent = [`${response.status} ${response.statusText}`, ...headers, '', text].join('\n')
  } catch (error) {
    shown.textContent = String(error)
  }
  output.replaceChildren(shown)
}

for (const form of document.querySelectorAll('form.try')) {
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (form.dataset.method) void send(form)
  })
}
