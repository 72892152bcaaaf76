/** The modules that the service makes when it bundles the app (`src/pages/app/bundle.ts`). */

declare module 'scorebook:operations' {
  /** The operations by id. `path` has parameters in braces. `media` is absent if the body is JSON. */
  export const operations: Readonly<
    Record<string, readonly [method: string, path: string, ifMatch?: boolean, media?: string]>
  >
}

declare module 'scorebook:assets' {
  export const version: string
  /** The files that the service worker keeps. */
  export const files: readonly string[]
  /** The scripts that a path needs besides the first one, by path with parameters such as `:id`. */
  export const preloads: Readonly<Record<string, readonly string[]>>
}

/** Exists in Chromium and Safari. Other browsers accept any URL. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined
