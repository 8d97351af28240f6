import type { Notification } from '#proto/notification.ts'
import { KIND_VIEWS } from './kind-views.ts'

type Ways = { readonly page: (path: string) => void; readonly chat: (activityId: number) => void }

/** Opens a notification's target: its kind's page, the chat of a message, else the visit. @returns undefined without a target */
export function openerOf({ kind, activityId }: Pick<Notification, 'kind' | 'activityId'>, ways: Ways): (() => void) | undefined {
  const target = KIND_VIEWS[kind]?.opens
  if (target && target !== 'chat') return () => ways.page(target)
  if (activityId === null) return undefined
  return target === 'chat' ? () => ways.chat(activityId) : () => ways.page(`/visitors-page?open=${activityId}`)
}
