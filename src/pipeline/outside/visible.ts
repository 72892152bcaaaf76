/** Reduces a text to the characters that a person can see. */

/** Drops invisible characters and unassigned code points. White space becomes plain spaces and line breaks. */
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
