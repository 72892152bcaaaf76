/** The path prefixes of the API; in a file of their own, so that their users need not load the server. */
export const PREFIX = '/api/v1'
/** The same operations for a browser that is signed in. */
export const WEB_PREFIX = '/web/api/v1'
