/** The path prefixes of the API. They have their own file, because to import them must not load the server. */
export const PREFIX = '/api/v1'
/** The path prefix for browsers that are signed in. */
export const WEB_PREFIX = '/web/api/v1'
