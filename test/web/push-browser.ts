/**
 * A stand-in for the push service of a browser, because headless Chromium has none. It replaces `PushManager`, keeps the
 * subscription in the tab, and refuses what a browser refuses. Chromium's headless shell says "denied" whatever is granted.
 */
import type { Page } from 'playwright-core'
import type { Browser } from '../notifications/push-service.ts'

export const pushBrowser = (page: Page, browser: Browser): Promise<unknown> =>
  page.addInitScript(`{
    const KEY = 'test-subscription'
    const subscriptionOf = (options) => ({
      options: { applicationServerKey: Uint8Array.from(options).buffer },
      toJSON: () => (${JSON.stringify(browser)}),
      unsubscribe: async () => {
        sessionStorage.removeItem(KEY)
        return true
      },
    })
    Object.defineProperty(Notification, 'permission', { get: () => 'granted', configurable: true })
    PushManager.prototype.getSubscription = async () => {
      const kept = sessionStorage.getItem(KEY)
      return kept === null ? null : subscriptionOf(JSON.parse(kept))
    }
    PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
      const key = [...applicationServerKey]
      if (!userVisibleOnly || key.length !== 65 || key[0] !== 4) throw new DOMException('', 'NotSupportedError')
      sessionStorage.setItem(KEY, JSON.stringify(key))
      return subscriptionOf(key)
    }
  }`)
