/** The settings for push messages. This file loads no package. */

export interface PushSettings {
  /** How operators of push services can reach the operator of this service (RFC 8292): a `mailto:` or an https URL. */
  contact: string
}

/** The contact to name. `from` is the sender of mails. If only this machine can reach the service, there is no contact. */
export function contactOf(baseUrl: string, from: string | undefined): string {
  if (from !== undefined) return `mailto:${/<([^<>]+)>$/.exec(from)?.[1] ?? from}`
  return baseUrl.startsWith('https:') ? baseUrl : 'mailto:scorebook@localhost'
}
