/** An invented catalogue of texts. It is the same each time, and has the proportions of a real application's texts. */

/** `player` is the name of one argument. If you give another name, every argument list changes. */
export function catalog(keys: number, player = 'player') {
  return {
    baseLocale: 'en',
    keys: Array.from({ length: keys }, (_, n) => ({
      key: keyOf(n),
      baseText: textOf(n, player, 'en'),
      description: `Text ${n} of screen ${n % 97}, shown where a turn ends`,
      arguments: [
        { name: 'count', type: 'NUMBER' },
        { name: player, type: 'ANY' },
        { name: 'day', type: 'DATE' },
      ],
    })),
  }
}

export const translations = (keys: number, locale: string, edition = '') => ({
  translations: Array.from({ length: keys }, (_, n) => ({
    key: keyOf(n),
    text: textOf(n, 'player', locale + edition),
  })),
})

const keyOf = (n: number) => `screen${n % 97}.panel.label${n}`

const textOf = (n: number, player: string, locale: string) =>
  [
    `[${locale}] {${player}} has {count, plural, one {# token} other {# tokens}} left, number ${n}.`,
    `[${locale}] {${player}} wins on {day, date, long}, text ${n} of the game.`,
    `[${locale}] <b>{${player}}</b>, it is your turn: take up to {count, number} cards (${n}).`,
  ][n % 3] ?? ''
