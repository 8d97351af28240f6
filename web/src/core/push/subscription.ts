/** This browser's subscription to pushes, for the page and for the worker. */
import type { PushSubscription as PushInput, PushPermission } from '#proto/push.ts'

export type Manager = Pick<PushManager, 'getSubscription' | 'subscribe'>

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A push service accepts only requests signed with the key that the browser has subscribed with. */
const isOfKey = ({ options }: PushSubscription, publicKey: string): boolean =>
  !options.applicationServerKey || base64url(options.applicationServerKey) === publicKey

/** Subscribes again where there is no subscription, or one of another key. @throws DOMException where the browser cannot subscribe */
export async function subscribe(manager: Manager, publicKey: string): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && isOfKey(known, publicKey)) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

/** The part that the server stores. @param language of the page; a worker does not change it */
export function inputOf(
  subscription: PushSubscription,
  publicKey: string,
  permission: PushPermission,
  language?: PushInput['language'],
): PushInput {
  const { endpoint = '', keys = {} } = subscription.toJSON()
  return { endpoint, keys: { p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' }, permission, publicKey, ...(language ? { language } : {}) }
}
