/** The names of the provider's cookies. */

/**
 * The cookie of a browser in which a person is deciding on an app's request. Browsers send it only to the path of this decision.
 */
export const CONSENT_COOKIE = 'scorebook_consent'
/** The cookie with which the browser goes on with the app's request after the decision. */
export const RESUME_COOKIE = 'scorebook_resume'
/** The library insists on a name for a session cookie. `serve.ts` removes this cookie from every answer. */
export const UNUSED_COOKIE = 'scorebook_unused'
