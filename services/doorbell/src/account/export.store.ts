import { exportedPage } from '#kit/exported-page.ts'
import { EXPORT_ROWS, type ExportedPage, type ExportPage } from '#proto/export.ts'
import type { Prisma } from '../core/prisma.store.ts'

type Page = { readonly userId: number; readonly after: string | undefined }
type Kind = (prisma: Prisma, page: Page) => Promise<ExportedPage>

/** By an integer id, oldest first. */
const byId = ({ userId: ownerId, after }: Page) =>
  ({ where: { ownerId, id: { gt: Number(after ?? 0) } }, orderBy: { id: 'asc' }, take: EXPORT_ROWS }) as const
const id = (row: { readonly id: number }) => String(row.id)

/** Hashes of addresses and keys of requests are left out: they mean nothing to the owner. */
const KINDS: Readonly<Record<string, Kind>> = {
  preferences: async (prisma, { userId }) => exportedPage(await prisma.owner.findMany({ where: { id: userId } }), id),
  doors: async (prisma, page) => exportedPage(await prisma.door.findMany({ ...byId(page), include: { oldCodes: true } }), id),
  rings: async (prisma, page) => {
    const { where, ...order } = byId(page)
    const omit = { key: true, fromHash: true, answeredSession: true, test: true, testSession: true, silencedBy: true } as const
    const rows = await prisma.activity.findMany({ where: { ...where, test: false }, ...order, omit })
    return exportedPage(
      rows.map(({ photo, ...ring }) => ({ ...ring, photoUrl: photo && `/api/activities/${ring.id}/photo` })),
      id,
    )
  },
  messages: async (prisma, { userId: ownerId, after }) => {
    const where = { activity: { ownerId }, seq: { gt: Number(after ?? 0) } }
    const rows = await prisma.message.findMany({ where, orderBy: { seq: 'asc' }, take: EXPORT_ROWS })
    return exportedPage(rows, ({ seq }) => String(seq))
  },
  calls: async (prisma, { userId: ownerId, after }) => {
    const where = { activity: { ownerId }, id: { gt: after ?? '' } }
    return exportedPage(await prisma.call.findMany({ where, orderBy: { id: 'asc' }, take: EXPORT_ROWS }), (row) => row.id)
  },
  films: async (prisma, { userId: ownerId, after }) => {
    const where = { ownerId, ...(after !== undefined && { id: { gt: after } }) }
    const omit = { film: true, poster: true, madeUntil: true, attempts: true, heardAt: true } as const
    const rows = await prisma.recording.findMany({ where, orderBy: { id: 'asc' }, take: EXPORT_ROWS, omit })
    return exportedPage(
      rows.map((row) => ({ ...row, videoUrl: row.state === 'ready' ? `/api/films/${row.id}/video` : null })),
      (row) => String(row.id),
    )
  },
  timeline: async (prisma, { userId: ownerId, after }) => {
    const [activityId, kind, by] = after === undefined ? [0, '', ''] : (JSON.parse(after) as [number, string, string])
    const behind = [{ activityId: { gt: activityId } }, { activityId, kind: { gt: kind } }, { activityId, kind, by: { gt: by } }]
    const rows = await prisma.mark.findMany({
      where: { activity: { ownerId }, OR: behind },
      orderBy: [{ activityId: 'asc' }, { kind: 'asc' }, { by: 'asc' }],
      take: EXPORT_ROWS,
    })
    return exportedPage(rows, (last) => JSON.stringify([last.activityId, last.kind, last.by]))
  },
  contacts: async (prisma, page) => exportedPage(await prisma.contact.findMany({ ...byId(page), omit: { sortName: true } }), id),
  invites: async (prisma, page) => exportedPage(await prisma.invite.findMany({ ...byId(page), omit: { tokenHash: true } }), id),
  notifications: async (prisma, page) => exportedPage(await prisma.notification.findMany({ ...byId(page), omit: { key: true } }), id),
  visitRequests: async (prisma, page) =>
    exportedPage(await prisma.visitRequest.findMany({ ...byId(page), omit: { key: true, fromHash: true } }), id),
  members: async (prisma, page) => exportedPage(await prisma.member.findMany({ ...byId(page), omit: { userId: true } }), id),
  invitations: async (prisma, page) =>
    exportedPage(await prisma.invitation.findMany({ ...byId(page), omit: { tokenHash: true, usedBy: true } }), id),
  homes: async (prisma, { userId, after }) => {
    const where = { userId, id: { gt: Number(after ?? 0) } }
    const rows = await prisma.member.findMany({ where, orderBy: { id: 'asc' }, take: EXPORT_ROWS, omit: { ownerId: true } })
    return exportedPage(rows, id)
  },
  blocks: async (prisma, page) => exportedPage(await prisma.visitorBlock.findMany({ ...byId(page), omit: { fromHash: true } }), id),
}

/** A page of one kind of a resident's rows (proto/export.ts). @returns undefined for an unknown kind */
export async function exportPage(prisma: Prisma, { userId, kind, after }: ExportPage): Promise<ExportedPage | undefined> {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind]?.(prisma, { userId, after }) : undefined
}
