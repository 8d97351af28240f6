import type { Notification } from '#proto/entities.ts'

type Ways = { readonly page: (path: string) => void; readonly chat: (activityId: number) => void }

/** Opens a notification's target: the visit's details, or the chat of a message. @returns undefined without a target */
export function openerOf({ kind, activityId }: Pick<Notification, 'kind' | 'activityId'>, ways: Ways): (() => void) | undefined {
  if (kind === 'visit') return () => ways.page('/doorbell#visit-requests')
  if (kind === 'plan') return () => ways.page('/subscription')
  if (activityId === null) return undefined
  return kind === 'message' ? () => ways.chat(activityId) : () => ways.page(`/visitors-page?open=${activityId}`)
}
