/** Security alerts, in English: the server has the same sentences. */
import { ACTIVITY_LOGS_OFF, ALERT_MESSAGES } from '#proto/alert-kinds.ts'

export const alertTexts = { messages: ALERT_MESSAGES, activityLogsOff: ACTIVITY_LOGS_OFF }
