/** Push messages in this browser: whether it can show them, and how it subscribes to them. */

/**
 * NOT_HERE: the page is loaded over plain http. HOME_SCREEN: iOS allows them only for apps on the home screen. REFUSED: the
 * person or the browser has refused.
 */
export type Possibility = 'POSSIBLE' | 'NOT_HERE' | 'HOME_SCREEN' | 'UNKNOWN' | 'REFUSED'

export function possibility(): Possibility {
  if (!isSecureContext) return 'NOT_HERE'
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'HOME_SCREEN' : 'UNKNOWN'
  return Notification.permission === 'denied' ? 'REFUSED' : 'POSSIBLE'
}

interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** The push service of this browser cannot be reached, or the browser has none. */
export class NoPushService extends Error {
  override name = 'NoPushService'
}

/** Subscribes. If the person has not decided yet, the browser asks them. Undefined if they say no. Throws `NoPushService`. */
export async function subscribe(pushKey: string): Promise<Subscription | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined
  const { pushManager } = await navigator.serviceWorker.ready
  const applicationServerKey = bytesOf(pushKey)
  try {
    const before = await pushManager.getSubscription()
    const isOurs = before && isSame(before.options.applicationServerKey, applicationServerKey)
    if (before && !isOurs) await before.unsubscribe()
    const now = isOurs ? before : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
    const { endpoint = '', keys = {} } = now.toJSON()
    return { endpoint, keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
  } catch (cause) {
    throw new NoPushService('The browser could not subscribe.', { cause })
  }
}

/** True if the browser has a subscription. The service may not know it. */
export async function isSubscribed(): Promise<boolean> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return ((await registration?.pushManager?.getSubscription()) ?? null) !== null
}

export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(text, (sign) => sign.charCodeAt(0))
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && String(new Uint8Array(one)) === String(other)
