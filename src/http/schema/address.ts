/** The schema of an e-mail address that mail is sent to. */
import * as z from 'zod'

/** The longest path of SMTP (RFC 5321) without its brackets. */
export const LONGEST_ADDRESS = 254

/** No quotes, comments, lists or control characters, so that an address is one recipient in a command and in a header. */
const ADDRESS = /^[^\s\p{C}@<>(),;:"\\[\]]+@[^\s\p{C}@<>(),;:"\\[\]]+$/u

export const mailAddress = () =>
  z.string().trim().max(LONGEST_ADDRESS).regex(ADDRESS, 'must be an address such as alma@example.org')

/** The languages of mails. */
export const LOCALES = ['en', 'de'] as const
export type Locale = (typeof LOCALES)[number]
