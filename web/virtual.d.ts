/** The modules that the service makes when it bundles the app (`src/pages/app/bundle.ts`). */

declare module 'scorebook:operations' {
  /**
   * The operations by id. In `path`, parameters are in braces. `up` is the number of steps from there to the resource whose version
   * a change names; without a version there is none. `media` is absent if the body is JSON.
   */
  export const operations: Readonly<
    Record<string, readonly [method: string, path: string, up?: number | null, media?: string]>
  >
}

declare module 'scorebook:assets' {
  export const version: string
  /** The files that the service worker stores. */
  export const files: readonly string[]
  /** For each path (with parameters such as `:id`): the scripts that it needs besides the first one. */
  export const preloads: Readonly<Record<string, readonly string[]>>
}

/** Chromium and Safari have this. Other browsers accept any URL. */
interface TrustedTypePolicyFactory {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

declare var trustedTypes: TrustedTypePolicyFactory | undefined
