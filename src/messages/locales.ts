/** Checks the tags of locales, and finds their parents. */
import * as z from 'zod'

const LOCALE = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/

export const locale = () =>
  z
    .string()
    .regex(LOCALE, 'must be a BCP 47 tag such as de, pt-BR or zh-Hant-TW')
    .meta({ description: 'A BCP 47 tag such as `de`, `pt-BR` or `zh-Hant-TW`' })

/** The locale and its parents, the nearest first, such as zh-Hant-TW, zh-Hant, zh. */
export function chainOf(tag: string): string[] {
  const parts = tag.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}
