/** The names of the provider's cookies. */

/** The cookie of a browser while a person decides on an app's request. Browsers send it only to the path of that decision. */
export const CONSENT_COOKIE = 'scorebook_consent'
/** The cookie by which the browser continues with the app's request afterwards. */
export const RESUME_COOKIE = 'scorebook_resume'
/** The library demands a name for a session cookie. `serve.ts` removes this cookie from every answer. */
export const UNUSED_COOKIE = 'scorebook_unused'
