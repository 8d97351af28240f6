/** What the server rendered into the page, and what the visitor typed before the script loaded. */
import type { PublicDoor } from '#proto/doors.ts'
import type { Purpose, VisitWithChat } from '#proto/entities.ts'
import { INVITE_CODE } from '#proto/limits.ts'
import type { Failure } from '../state/page-state.ts'
import { type Draft, typedOnly } from './draft.ts'

/** The state of an invite's page: open, or why it cannot be joined. */
export type InviteState = 'open' | 'unknown' | 'expired' | 'used' | 'failed'

export type Boot = {
  /** Set on an invite's page (decision 30). */
  readonly invite: { readonly token: string; readonly state: InviteState } | null
  readonly page: string
  /** From the address; empty on the bare page. */
  readonly qrCodeId: string
  readonly door: PublicDoor | null
  readonly visit: VisitWithChat | null
  /** The server's time when it rendered. */
  readonly now: string | undefined
  readonly draft: Draft
  readonly photo: File | undefined
  /** The hidden field's key, so that a press before and one after the script loaded are one ring. */
  readonly idempotencyKey: string | undefined
  readonly failure: Failure | null
  /** The form was requested although a visit is open (`?new=1`). */
  readonly isNew: boolean
  /** This browser has rung or written at this door before. */
  readonly hasStoredData: boolean
}

export const PURPOSES: readonly Purpose[] = ['delivery', 'guest', 'service', 'other']

type Rendered = {
  readonly door?: PublicDoor | null
  readonly visit?: VisitWithChat | null
  readonly now?: string
  readonly left?: boolean
  readonly invite?: InviteState
}

function parseRendered(text: string | undefined): Rendered {
  try {
    return JSON.parse(text || '{}') as Rendered
  } catch {
    return {}
  }
}

const typedIn = (root: ParentNode, selector: string) => root.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector)?.value ?? ''

function readFailure(root: ParentNode): Failure | null {
  const message = root.querySelector('form .fail p')?.lastChild?.textContent
  const details: Record<string, string> = {}
  for (const field of root.querySelectorAll<HTMLInputElement>('[name][aria-invalid]')) {
    details[field.name] = field.parentElement?.querySelector('em')?.textContent ?? ''
  }
  return message || Object.keys(details).length > 0 ? { message: message ?? '', details } : null
}

/** A part of the path, undecoded if it is malformed: no such code exists anyway. */
function partOfPath(pattern: RegExp): string | undefined {
  const part = pattern.exec(window.location.pathname)?.[1]
  try {
    return part && decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Must run before React replaces the markup. */
export function readBoot(root: HTMLElement): Boot {
  const rendered = parseRendered(root.dataset.boot)
  const qrCodeId = partOfPath(/^\/visitor\/([^/]+)/) ?? ''
  const token = partOfPath(/^\/visitor\/invite\/([^/]+)/)
  return {
    invite: token ? { token, state: rendered.invite ?? 'used' } : null,
    page: root.dataset.page ?? '',
    qrCodeId,
    door: rendered.door ?? null,
    visit: rendered.visit ?? null,
    now: rendered.now,
    draft: typedOnly({
      visitorName: typedIn(root, '[name=visitorName]'),
      unitNumber: typedIn(root, '[name=unitNumber]'),
      message: typedIn(root, 'form .row ~ label [name=message]'),
    }),
    photo: root.querySelector<HTMLInputElement>('[name=photo]')?.files?.[0],
    idempotencyKey: typedIn(root, '[name=idempotencyKey]') || undefined,
    failure: readFailure(root),
    isNew: new URLSearchParams(window.location.search).has('new'),
    hasStoredData: rendered.left ?? false,
  }
}

/** True also for a visit resumed from the bare page: an invite's visit has INVITE_CODE in place of a door's code. */
export const isGuestOfInvite = ({ boot }: { readonly boot: Boot }) => boot.qrCodeId === INVITE_CODE
