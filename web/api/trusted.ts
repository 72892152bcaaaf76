/** The one URL that may become a script beside those of the page: the service worker's. The shell's policy allows no other. */

type ScriptUrl = { createScriptURL: (url: string) => string }

const rules = {
  createScriptURL(url: string): string {
    if (url !== '/service-worker.js') throw new TypeError(`${url} is no script of the app.`)
    return url
  },
}

const policy: ScriptUrl = globalThis.trustedTypes?.createPolicy('scorebook', rules) ?? rules

/** For `navigator.serviceWorker.register`. */
export const serviceWorkerUrl = (): string => policy.createScriptURL('/service-worker.js')
