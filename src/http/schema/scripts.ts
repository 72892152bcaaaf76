/** Which scripts people write one word in: a word that mixes others can look like a word that it is not. */

/** As "highly restrictive" in UTS 39: each of the recommended scripts alone, and what Japanese, Chinese and Koreans mix. */
const ALONE =
  'Arabic Armenian Bengali Cherokee Coptic Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada ' +
  'Khmer Lao Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan'
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...ALONE.split(' ').map((script) => [script]),
]

const classOf = (scripts: Iterable<string>) =>
  [...scripts].map((script) => `\\p{Script_Extensions=${script}}`).join('')

/** Letters that no script has for itself, such as the mathematical ones, go with any. */
const COMMON = classOf(['Common', 'Inherited'])
const ONE_OF = TOGETHER.map((scripts) => new RegExp(`^[${classOf(scripts)}${COMMON}]*$`, 'u'))
/** A word without any of these letters may be in whatever script it is. */
const KNOWN = new RegExp(`[${classOf(new Set(TOGETHER.flat()))}]`, 'u')

/** True if a word of the text has letters of several scripts that nobody mixes in one, such as a Cyrillic а in a Latin word. */
export const mixesScripts = (text: string): boolean =>
  text.split(/\s+/u).some((word) => {
    const letters = (word.match(/\p{L}/gu) ?? []).join('')
    return KNOWN.test(letters) && !ONE_OF.some((set) => set.test(letters))
  })
