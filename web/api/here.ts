/** The mark that somebody is here: nobody has signed in or out in this browser since the service has said who it is. */

/** A cookie without a secret. Pages of the service that sign in or out delete it (`identity/sessions/cookie.ts`). */
const NAME = 'scorebook-here'
/** As long as a session may last, in seconds. */
const LONGEST = 180 * 86_400

export const isHere = (): boolean => document.cookie.split('; ').includes(`${NAME}=1`)

export const setHere = (is: boolean): void =>
  void (document.cookie = `${NAME}=1; path=/; max-age=${is ? LONGEST : 0}; samesite=strict`)
