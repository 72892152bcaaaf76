/** The languages of the app, each called by its own name. */

export const LOCALES = ['en', 'de'] as const

export function nameOfLocale(locale: string): string {
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale
  return name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1)
}
