/** The language of a text as `en`, detected from its n-grams; undefined when the samples don't agree on one. */

/** The detector reads at most 1,000 characters of a text, and a cover or a credits page might be in another language. */
const SAMPLES = 9
const LENGTH = 1_000
/** A sample with fewer letters says nothing: tables of numbers look like any language. */
const LEAST_LETTERS = 100

/** The language of more than half of the samples. */
export async function languageOf(text: string): Promise<string | undefined> {
  const samples = samplesOf(text)
  if (samples.length === 0) return undefined
  // Its table of n-grams takes 33 MB, so only a document that doesn't state its language loads it.
  const { eld: detector } = await import('eld/extrasmall')
  const languages = samples.flatMap((sample) => {
    const result = detector.detect(sample)
    return result.isReliable() ? [result.language] : []
  })
  return [...new Set(languages)].find(
    (language) => languages.filter((one) => one === language).length > samples.length / 2,
  )
}

/** Samples that are evenly spread over the text. */
function samplesOf(text: string): string[] {
  const count = Math.min(SAMPLES, Math.ceil(text.length / LENGTH))
  const step = count > 1 ? (text.length - LENGTH) / (count - 1) : 0
  return Array.from({ length: count }, (_, index) => {
    const start = Math.round(index * step)
    return text.slice(start, start + LENGTH)
  }).filter((sample) => (sample.match(/\p{L}/gu)?.length ?? 0) >= LEAST_LETTERS)
}
