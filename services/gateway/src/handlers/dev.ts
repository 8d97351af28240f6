/**
 * The mailbox of a start on one machine: only from this machine and with the start's key (docs/product/interface.md, Running it), else 404;
 * to this machine with an explanation.
 */

import { createHash, timingSafeEqual } from 'node:crypto'
import { parse, serialize } from 'cookie'
import escapeHtml from 'escape-html'
import type { Express, NextFunction, Request, Response } from 'express'
import type { Bus } from '#kit/bus.ts'
import { isLocalRequest, type Site } from '../domain/site.ts'

const link = (text: string) => escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`)

type Mail = { readonly to: string; readonly subject: string; readonly text: string; readonly at: string }

/** The colours of web/src/ui/tokens.css without its build. */
const STYLE = `:root{color-scheme:light dark;--bg:#f5f6f4;--surface:#fff;--line:#dfe2de;--text:#14181c;--text3:#5f666c;--accent:#0d5ca6}
@media (prefers-color-scheme:dark){:root{--bg:#0e1012;--surface:#17191c;--line:#2c3035;--text:#f0f2f3;--text3:#949ba2;--accent:#78bbf7}}
body{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;max-width:44rem;margin:0 auto;padding:40px 16px;
background:var(--bg);color:var(--text);overflow-wrap:anywhere}
h1{font-size:28px;line-height:1.15;letter-spacing:-.022em;margin:0 0 8px;display:flex;align-items:center;gap:14px}
h2{font-size:18px;margin:0}a{color:var(--accent);font-weight:600}
article{background:var(--surface);border:1px solid var(--line);border-radius:20px;padding:20px 24px;margin-top:16px}
.meta{color:var(--text3);font-size:13.5px;margin:2px 0}.text{white-space:pre-wrap;margin:14px 0 0}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}`

const when = (iso: string) => `${new Date(iso).toISOString().slice(0, 16).replace('T', ' ')} UTC`

function page(mails: readonly Mail[]): string {
  const items = mails.map((mail) => {
    const sent = `<time datetime="${escapeHtml(mail.at)}">${escapeHtml(when(mail.at))}</time>`
    const meta = `<p class="meta">to ${escapeHtml(mail.to)}, ${sent}</p>`
    return `<article><h2>${escapeHtml(mail.subject)}</h2>${meta}<p class="text">${link(mail.text)}</p></article>`
  })
  return `<!doctype html><html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox</title>
<link rel="icon" href="/icons/mark.svg" type="image/svg+xml"><style>${STYLE}</style></head>
<body><h1><img src="/icons/mark.svg" alt="" width="40" height="40">Mailbox</h1>
<p class="meta">Mails this embedded start would have sent. Only this computer sees them.</p>
${items.join('') || '<article>No mail yet.</article>'}</body></html>`
}

/** Cookies do not separate ports. Behind a front each copy listens on another one. */
const cookieName = ({ publicUrl: { port } }: Site, request: Request) => `dev-key-p${port || request.socket.localPort}`

const digest = (text: string) => createHash('sha256').update(text).digest()

/** The same for no key and a wrong one. Without it people would think that the page does not exist. */
const LOCKED = 'Not found without its key. Open this address with ?key= and the content of the file dev-key in the data directory.\n'

/** Compares in constant time, whatever the length. */
const isSame = (given: unknown, key: string) => typeof given === 'string' && timingSafeEqual(digest(given), digest(key))

/** @param key generated at each start; without it there are no development pages */
export function mountDev(app: Express, { site, bus }: { site: Site; bus: Bus }, key: string | undefined): void {
  if (!key || !site.hasDevPages) return
  const readMails = () => bus.call('auth.dev_mails', {})

  const requireKey = (request: Request, response: Response, next: NextFunction) => {
    if (!isLocalRequest(request.socket.remoteAddress, request.headers)) return next('route')
    response.set('Cache-Control', 'private, no-store')
    if (isSame(request.query.key, key))
      response.append('Set-Cookie', serialize(cookieName(site, request), key, { httpOnly: true, sameSite: 'lax', path: '/dev' }))
    else if (!isSame(request.get('x-dev-key'), key) && !isSame(parse(request.headers.cookie ?? '')[cookieName(site, request)], key))
      return response.status(404).type('text').send(LOCKED)
    next()
  }

  app.get('/dev/mail.json', requireKey, async (_request: Request, response: Response) => {
    response.json(await readMails())
  })
  app.get('/dev/mail', requireKey, async (request: Request, response: Response) => {
    // Keeps the key out of the address bar and the history.
    if (request.query.key !== undefined) return response.redirect(303, '/dev/mail')
    response.type('html').send(page(await readMails()))
  })
}
