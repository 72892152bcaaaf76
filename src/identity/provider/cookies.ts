/** The names of the provider's cookies. */

/** Marks a browser that decides on an app's request; sent below the path of that decision. */
export const CONSENT_COOKIE = 'scorebook_consent'
/** Marks the same browser when it comes back to the app's request. */
export const RESUME_COOKIE = 'scorebook_resume'
/** The library wants a name for the cookie of its own session. `serve.ts` takes it out of each answer. */
export const UNUSED_COOKIE = 'scorebook_unused'
