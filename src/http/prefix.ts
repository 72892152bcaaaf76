/** The path prefix of the API; in a file of its own, so that its users need not load the server. */
export const PREFIX = '/api/v1'
