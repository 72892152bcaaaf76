/** The language that the browser prefers (Accept-Language). Without a known one, English. */
export function preferredLocale(header: string | undefined): string {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((piece) => piece.trim())
      const quality = parameters.find((parameter) => /^q=/i.test(parameter))?.slice(2)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ tag, quality }) => isLocale(tag) && quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  return wanted[0] ? (Intl.getCanonicalLocales(wanted[0].tag)[0] ?? 'en') : 'en'
}

function isLocale(tag: string): boolean {
  try {
    return /^[a-z]{2,8}(-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}
