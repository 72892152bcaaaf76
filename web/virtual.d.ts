/** The modules that the service makes when it bundles the app (`src/pages/app/bundle.ts`). */

declare module 'scorebook:operations' {
  /**
   * Operations by id: method, path with parameters in braces, whether If-Match is needed, and the media type of a body that is
   * not JSON.
   */
  export const operations: Readonly<
    Record<string, readonly [method: string, path: string, ifMatch?: boolean, media?: string]>
  >
}

declare module 'scorebook:assets' {
  /** For the service worker: the name of this version of the app. */
  export const version: string
  /** Every script, style and font of the players' pages. */
  export const files: readonly string[]
  /** The scripts of each page besides the first script, by path with parameters such as `:id`. */
  export const preloads: Readonly<Record<string, readonly string[]>>
}

/** Exists in Chromium and Safari; other browsers accept any URL. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined
