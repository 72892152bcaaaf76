/** Where the API begins; in a file of its own for what must not load the whole carrier. */
export const PREFIX = '/api/v1'
