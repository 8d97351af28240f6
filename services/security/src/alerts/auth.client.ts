import { AppError } from '#kit/app-error.ts'
import type { Bus } from '#kit/bus.ts'
import type { AuthClient } from './alerts.ts'

export const createAuthClient = (bus: Bus): AuthClient => ({
  wantsAlerts: async (userId) => {
    try {
      return (await bus.call('auth.user_by_id', { userId })).securitySettings.notificationsEnabled
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined
      throw error
    }
  },
  mailAlert: async (key, userId, alertType, params) => void (await bus.call('auth.mail_alert', { key, userId, alertType, params })),
})
