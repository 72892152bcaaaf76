/** The user agent that we send to sites of rulebooks, unless the settings name another. */
export const USER_AGENT = 'Scorebook/1.0'
