import type { Bus } from '#kit/bus.ts'
import { subjects } from '#proto/subjects.ts'
import type { LiveUpdates } from './alerts.ts'

export const createLivePublisher = (bus: Bus): LiveUpdates => ({
  alert: (userId, alert, unread) => bus.live(subjects.liveUser(userId), { type: 'security_alert', alert, unread }),
  alertsChanged: (userId) => bus.live(subjects.liveUser(userId), { type: 'account_changed', parts: ['security_alerts'] }),
})
