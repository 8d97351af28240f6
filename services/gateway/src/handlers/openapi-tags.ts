/** The tags of the OpenAPI document: operations by what they are about, because services are our own structure. */
import type { Operation } from '#proto/operation.ts'

/** The first whose pattern fits the path. */
const TAGS = [
  [
    'Sign-in',
    'Registration, log-in by password, passkey or mailed link, and the ways back into an account.',
    '(regist|log|password-|two-f)',
  ],
  ['API tokens', 'Tokens with which programs act for an account, within scopes.', 'tokens'],
  [
    'Security',
    'Sessions, the password, second factors, alerts and blocked addresses of an account.',
    'users?/(sessions|password|confirm|two-factor|passkeys|security|blocked|login-history)',
  ],
  ['Plan', 'The plan of an account, payments and invoices.', '(users/subscription|subscription|payments|invoices|stripe)'],
  ['Account', 'The signed-in account: name, picture, address, export and deletion; questions to the operator.', '(users?|support)(/|$)'],
  ['Rings', 'The rings at the doors of an account: live ones, past ones, their chat and timeline.', '(activities|events)'],
  ['Doors', 'The doors of an account: labels, codes, building information and sounds.', 'doors'],
  ['Visitors', 'What a visitor does: finds a door, rings, writes, asks for a visit, and sees what came of it.', 'doorbell'],
  ['Visit requests', 'Requests for a visit, passes, and blocked visitors.', '(visit-requests|blocks)'],
  [
    'Household',
    'Members of a household, invitations, and the households of others that an account is a member of.',
    '(household|homes|invitations)',
  ],
  ['Contacts', 'The address book of an account, and invites to a call.', 'contacts'],
  ['Notifications', 'Stored notifications, and the preferences that decide what reaches whom.', '(notifications|preferences)'],
  ['Devices', 'The browsers of an account that can be rung, and pushes to them.', '(devices|push)'],
  ['Webhooks', 'Addresses that are told what happens at the doors of an account.', '(webhooks|photos)'],
  ['Recordings', 'Recorded calls.', '(films|recording)'],
  ['Wall display', 'What a tablet on the wall shows besides rings.', 'wall'],
  ['Documents', 'This description of the API.', '(openapi|asyncapi|docs)'],
] as const

const PAGES = 'Pages without script'
const PAGES_TEXT = 'Forms of the visitor’s pages, which work without script and answer with pages.'

const patterns = TAGS.map(([name, , pattern]) => [name, new RegExp(`^/api/${pattern}`)] as const)

/** @throws Error for a path without a tag: a new path needs one */
export function tagOf({ name, http }: Operation): string {
  const path = http?.path ?? ''
  if (path.startsWith('/visitor')) return PAGES
  const tag = patterns.find(([, pattern]) => pattern.test(path))?.[0]
  if (!tag) throw new Error(`say in openapi-tags.ts what ${name} (${path}) is about`)
  return tag
}

/** As they stand in the document. */
export const TAG_OBJECTS: readonly { readonly name: string; readonly description: string }[] = [
  ...TAGS.map(([name, description]) => ({ name, description })),
  { name: PAGES, description: PAGES_TEXT },
]
