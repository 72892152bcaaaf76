/** The modules that the service makes when it bundles the app (`src/pages/app/bundle.ts`). */

declare module 'scorebook:operations' {
  /** By its id: method, path with parameters in braces, whether it needs If-Match, and the media type of a body that is not JSON. */
  export const operations: Readonly<
    Record<string, readonly [method: string, path: string, ifMatch?: boolean, media?: string]>
  >
}

declare module 'scorebook:assets' {
  /** For the service worker: what this version of the app is made of. */
  export const version: string
  /** Every script, style and font that a player's pages may ask for. */
  export const files: readonly string[]
  /** By the path of a page, with parameters such as `:id`: the scripts that it is made of beside the first one. */
  export const preloads: Readonly<Record<string, readonly string[]>>
}

/** Of Chromium and Safari; browsers without it take any URL. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined
