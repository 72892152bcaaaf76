/** The text that a person would see of a text: without characters that are there for programs alone. */

/**
 * Drops what is invisible (formatting and zero-width characters, tags, variation selectors), what isn't a character
 * (controls, halves of surrogate pairs, what is for private use or unassigned), and makes all white space plain.
 */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?|[\f\v\x85\u2028\u2029]/g, '\n')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}]|[^\P{Cc}\t\n]/gu, '')
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
