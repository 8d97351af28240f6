/** What the parameters of paths and queries mean, in the OpenAPI document. */

/** What a path names, by the name before its parameter. */
const OBJECTS: Readonly<Record<string, string>> = {
  activities: 'ring',
  visits: 'ring',
  doors: 'door',
  tokens: 'API token',
  passkeys: 'passkey',
  sessions: 'session',
  contacts: 'contact',
  homes: 'membership in somebody else’s household',
  members: 'membership',
  invitations: 'invitation',
  films: 'recording',
  notifications: 'notification',
  'visit-requests': 'visit request',
  blocks: 'block',
  devices: 'device',
  invoices: 'invoice',
  'security-alerts': 'alert',
  'blocked-addresses': 'blocked address',
  webhooks: 'webhook',
  deliveries: 'delivery',
}

const CODE = "The code of a door: the last part of its QR code's address."

/** Those that mean the same wherever they are. */
const TEXTS: Readonly<Record<string, string>> = {
  qrCodeId: CODE,
  token: 'The secret at the end of the link.',
  limit: 'How many entries at most.',
  seconds: 'After how many seconds the stream ends; without it never.',
  cursor: 'Where the page begins, from the `Link` header of the page before.',
  search: 'Part of a text, in any case.',
  searchIn: '`visitor` searches names and messages alone, `all` the type of a ring too.',
  type: 'Only entries of this type.',
  outcome: 'Only rings that ended so.',
  door: 'Only rings at the door with this id.',
  home: 'Rings of the household of which this is a membership; without it the account’s own.',
  tab: 'Only what this tab of the activity log shows.',
  from: 'The first day, YYYY-MM-DD.',
  to: 'The last day, YYYY-MM-DD.',
  timeZone: 'The time zone of `from`, `to` and the exported times, as in the IANA database; UTC by default.',
  format: 'The format of the file.',
  unread: '`true`: unread notifications; `false`: those that were read.',
  kinds: 'Comma-separated kinds whose title matches `search` in the language of the client.',
  favorites: '`true`: favorites alone; `false`: all others.',
  status: 'Only requests in this state.',
  activityId: 'Only recordings of the ring with this id.',
  v: 'Any text, so that a new file has a new address.',
}

/** @param path in the spelling of the contract @throws Error for a parameter without a text: a new one needs it */
export function parameterText(name: string, path: string): string {
  const before = new RegExp(`/([\\w-]+)/:${name}(?:/|$)`).exec(path)?.[1]
  const named = before === undefined ? undefined : OBJECTS[before]
  const text = named && TEXTS[name] === undefined ? `The id of the ${named}.` : TEXTS[name]
  if (!text) throw new Error(`say in openapi-parameters.ts what ${name} of ${path} means`)
  return text
}
