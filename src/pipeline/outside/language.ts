/** Detects the language of a text from its n-grams. Undefined if the samples do not agree. */

/**
 * The detector reads at most 1,000 characters. Several places of the text are tried, because a cover can be in another language.
 */
const SAMPLES = 9
const LENGTH = 1_000
/** A sample with fewer letters is skipped, because a table of numbers fits any language. */
const LEAST_LETTERS = 100

export async function languageOf(text: string): Promise<string | undefined> {
  const samples = samplesOf(text)
  if (samples.length === 0) return undefined
  // The detector takes 33 MB. So it is loaded only when a document does not name its language.
  const { eld: detector } = await import('eld/extrasmall')
  const languages = samples.flatMap((sample) => {
    const result = detector.detect(sample)
    return result.isReliable() ? [result.language] : []
  })
  return [...new Set(languages)].find(
    (language) => languages.filter((one) => one === language).length > samples.length / 2,
  )
}

function samplesOf(text: string): string[] {
  const count = Math.min(SAMPLES, Math.ceil(text.length / LENGTH))
  const step = count > 1 ? (text.length - LENGTH) / (count - 1) : 0
  return Array.from({ length: count }, (_, index) => {
    const start = Math.round(index * step)
    return text.slice(start, start + LENGTH)
  }).filter((sample) => (sample.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS)
}
