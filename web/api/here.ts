/** A cookie that says: since the service last confirmed who is signed in, nobody has signed in or out in this browser. */

/**
 * The cookie contains no secret. The pages of the service delete it when somebody signs in or out
 * (`identity/sessions/cookie.ts`).
 */
const NAME = 'scorebook-here'
/** The longest life of a session, in seconds. */
const LONGEST = 180 * 86_400

export const isHere = (): boolean => document.cookie.split('; ').includes(`${NAME}=1`)

export const setHere = (is: boolean): void =>
  void (document.cookie = `${NAME}=1; path=/; max-age=${is ? LONGEST : 0}; samesite=strict`)
