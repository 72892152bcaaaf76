/** The schema of an e-mail address to which we send mail. */
import * as z from 'zod'

/** The longest path in SMTP (RFC 5321), without its brackets. */
export const LONGEST_ADDRESS = 254

/**
 * Quotes, comments, lists and control characters are not allowed, so that an address is always one recipient, in a command and in
 * a header.
 */
const ADDRESS = /^[^\s\p{C}@<>(),;:"\\[\]]+@[^\s\p{C}@<>(),;:"\\[\]]+$/u

/** Control characters are refused before white space is removed, because trimming would hide a line break. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u

export const mailAddress = () =>
  z
    .string()
    .refine((value) => !CONTROL.test(value), {
      message: 'must have no line breaks, tabs or other control characters',
      abort: true,
    })
    .trim()
    .max(LONGEST_ADDRESS)
    .regex(ADDRESS, 'must be an address such as alma@example.org')

/** The languages in which we send mails. */
export const LOCALES = ['en', 'de'] as const
export type Locale = (typeof LOCALES)[number]
