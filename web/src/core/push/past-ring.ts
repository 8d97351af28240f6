/** A pushed ring that was missed: its notification is silently replaced by one that stays true, and stays until it is read. */

/** @param text "Ana rang at 16:20" */
export const showAsPast = (registration: ServiceWorkerRegistration, { body, tag, lang, icon, data }: Notification, text: string) =>
  registration.showNotification(text, { body, tag, lang, icon, silent: true, data: { ...data, kind: 'ended' } })
