/** A cookie that exists while nobody has signed in or out in this browser since the service last named the person. */

/** The cookie holds no secret. The service's pages delete it when somebody signs in or out (`identity/sessions/cookie.ts`). */
const NAME = 'scorebook-here'
/** In seconds: the longest life of a session. */
const LONGEST = 180 * 86_400

export const isHere = (): boolean => document.cookie.split('; ').includes(`${NAME}=1`)

export const setHere = (is: boolean): void =>
  void (document.cookie = `${NAME}=1; path=/; max-age=${is ? LONGEST : 0}; samesite=strict`)
