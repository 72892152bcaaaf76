/** The path prefixes of the API. They are in a file of their own, so that importing them does not load the server. */
export const PREFIX = '/api/v1'
/** The path prefix for signed-in browsers. */
export const WEB_PREFIX = '/web/api/v1'
