/** The warning about plain http: others on the network can read what people send when they sign in. */
import type { Config } from '../../config.ts'
import { cookieAt } from '../../identity/sessions/cookie.ts'

interface PlainHttp {
  isAllowed: boolean
  sentence: string
}

/** Undefined if nobody on the network could read the cookie of a session. */
export function plainHttp({
  baseUrl,
  plainSignIn,
}: Pick<Config, 'baseUrl' | 'plainSignIn'>): PlainHttp | undefined {
  const cookie = cookieAt(baseUrl, plainSignIn)
  if (!cookie)
    return {
      isAllowed: false,
      sentence: `Browsers cannot sign in: ${baseUrl} is plain http, where the network could read a session. Put a proxy with https in front of the service and set SCOREBOOK_BASE_URL, or set SCOREBOOK_PLAIN_SIGN_IN=on.`,
    }
  if (cookie.plain && !cookieAt(baseUrl, false))
    return {
      isAllowed: true,
      sentence: `SCOREBOOK_PLAIN_SIGN_IN is on: everybody on the network between a browser and ${baseUrl} can read its session.`,
    }
  return undefined
}
