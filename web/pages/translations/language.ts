/** The names of languages, in the language of the reader. */
import { locale as readers } from '../../texts/messages.ts'

export function languageName(locale: string): string {
  const name = new Intl.DisplayNames(readers(), { type: 'language' }).of(locale) ?? locale
  return name.slice(0, 1).toLocaleUpperCase(readers()) + name.slice(1)
}

/** The address of a page may have any text in place of a language's code. */
export function isLanguage(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1
  } catch {
    return false
  }
}
