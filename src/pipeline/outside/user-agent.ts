/** How we introduce ourselves to the sites that we fetch rulebooks from, unless the settings say otherwise. */
export const USER_AGENT = 'Scorebook/1.0'
