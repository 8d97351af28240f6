import { Refusal } from '#kit/refusal.ts'
import type { Caller } from '#proto/envelope.ts'
import { VISIT } from '#proto/limits.ts'
import { type AccessDeps, ringOfVisitor } from './access.ts'
import type { PhotoFiles } from './keep-photo.ts'
import { tellUnread } from './notifications.ts'
import type { Rings } from './ports.ts'
import { erasableFrom } from './ring.ts'
import { type TellDeps, tellOwner } from './tell.ts'

export type EraseDeps = TellDeps &
  AccessDeps & {
    readonly rings: TellDeps['rings'] & Pick<Rings, 'find' | 'erase'>
    readonly files: Pick<PhotoFiles, 'drop' | 'dropRaw'>
  }

/**
 * The visitor takes back name, words, photo and chat; when somebody rang, and what became of it, stays the resident's. Not on the first
 * day, in which a resident must be able to see who rang, and not while the resident keeps the visit or blocks its visitor.
 * @throws Refusal not_found, erase_kept, erase_too_soon
 */
export async function eraseVisit(deps: EraseDeps, id: number, caller: Caller): Promise<void> {
  const ring = await ringOfVisitor(deps, id, caller)
  const from = erasableFrom(ring)
  if (!from) throw new Refusal('erase_kept')
  const at = deps.clock.now()
  const waitMs = from.getTime() - at.getTime()
  if (waitMs > 0) throw new Refusal('erase_too_soon', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
  const erased = await deps.rings.erase(id, deps.clock.in(-VISIT.eraseAfter), at)
  if (!erased) return checkErased(deps, id)
  await deps.files.dropRaw(id)
  if (erased.photo) await deps.files.drop(erased.photo)
  tellOwner(deps, erased.ring)
  deps.aside(tellUnread(deps, [ring.ownerId]))
}

/** In the same moment its visitor may have erased it already, or the resident have kept it. @throws Refusal not_found, erase_kept */
async function checkErased({ rings, clock }: EraseDeps, id: number): Promise<void> {
  const ring = await rings.find(id, clock.now())
  if (!ring) throw new Refusal('not_found')
  if (!ring.erasedAt) throw new Refusal('erase_kept')
}
