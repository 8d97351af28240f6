/** A pushed ring that was missed: what stands says what stays true, silently, and stays until somebody looks. */

/** @param text "Ana rang at 16:20" */
export const showAsPast = (registration: ServiceWorkerRegistration, { body, tag, lang, icon, data }: Notification, text: string) =>
  registration.showNotification(text, { body, tag, lang, icon, silent: true, data: { ...data, kind: 'ended' } })
