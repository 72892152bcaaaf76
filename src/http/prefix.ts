/** The path prefixes of the API. They have their own file, so that whoever imports them does not load the server. */
export const PREFIX = '/api/v1'
/** The same operations for browsers that are signed in. */
export const WEB_PREFIX = '/web/api/v1'
