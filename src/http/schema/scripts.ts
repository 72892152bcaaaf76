/** Finds words that mix letters of several scripts. Such a word can look like another word. */

/**
 * The scripts that may not be mixed in a word, by the profile "highly restrictive" of UTS 39. Japanese, Chinese and Korean may
 * mix some scripts.
 */
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

/** Characters that belong to no script, such as mathematical letters. */
const COMMON = classOf(['Common', 'Inherited'])
const ONE_OF = TOGETHER.map((scripts) => new RegExp(`^[${classOf(scripts)}${COMMON}]*$`, 'u'))
/** A letter of one of the scripts above. A word without such a letter is accepted. */
const KNOWN = new RegExp(`[${classOf(new Set(TOGETHER.flat()))}]`, 'u')

/** True, for example, for a Latin word with a Cyrillic а in it. */
export const mixesScripts = (text: string): boolean =>
  text.split(/\s+/u).some((word) => {
    const letters = (word.match(/\p{L}/gu) ?? []).join('')
    return KNOWN.test(letters) && !ONE_OF.some((set) => set.test(letters))
  })
