/** The settings of push messages. It loads no package. */

export interface PushSettings {
  /** How the operators of push services reach ours (RFC 8292): a `mailto:` or an https URL. */
  contact: string
}

/** `from` is the sender of mails. A service that only this machine reaches has nobody to name. */
export function contactOf(baseUrl: string, from: string | undefined): string {
  if (from !== undefined) return `mailto:${/<([^<>]+)>$/.exec(from)?.[1] ?? from}`
  return baseUrl.startsWith('https:') ? baseUrl : 'mailto:scorebook@localhost'
}
