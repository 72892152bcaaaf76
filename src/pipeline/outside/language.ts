/** The language of a text, by the commonest of its words; nothing where they don't tell. */

const COMMON: Record<string, string> = {
  en: 'the and of to you your is are in with each player may must',
  de: 'der die das und ist sie ein eine nicht mit auf den wird werden spieler',
  fr: 'le la les des et est une un vous joueur dans pour avec votre sur',
  es: 'el la los las que una un es jugador para con su por cada del',
  it: 'il lo gli che una un è di per con giocatore della sono ogni del',
  nl: 'de het een en van is je met speler op voor niet worden zijn deze',
  pt: 'o os que uma um é do da para com jogador seu não cada dos',
  pl: 'i w na się z do jest nie gracz oraz lub gracza karty który może',
  sv: 'och att det en som är på av för med spelare inte den till din',
  cs: 'a se na je v z hráč nebo které pro do karty si po jeho',
}

const SETS = Object.entries(COMMON).map(([language, words]) => ({
  language,
  words: new Set(words.split(' ')),
}))

/** At least 50 words have to be there, one in eight of them among the language's own, and half as many again as of the next. */
export function languageOf(text: string): string | undefined {
  const words =
    text
      .slice(0, 20_000)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  if (words.length < 50) return undefined
  const counts = SETS.map(({ language, words: common }) => ({
    language,
    count: words.filter((word) => common.has(word)).length,
  })).toSorted((a, b) => b.count - a.count)
  const [first, second] = counts
  if (!first || !second || first.count < words.length / 8 || first.count < second.count * 1.5)
    return undefined
  return first.language
}
