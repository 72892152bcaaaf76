/** German for `texts/recap.ts`. */
import { t } from '../recap.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Dein {year}',
  years: 'Jahre',
  empty: 'Keine Partie im Jahr {year}',
  emptyWhy: 'Diese Seite zeigt alle Partien, die du abschließt.',
  record: 'Partie eintragen',
  badYear: 'Dieses Jahr gibt es nicht',
  badYearWhy: 'Ein Jahr hat vier Ziffern, zum Beispiel 2026.',
  toThis: 'Dieses Jahr',

  matches: '{count, plural, one {Partie} other {Partien}}',
  days: '{count, plural, one {Tag} other {Tage}} am Tisch',
  people: '{count, plural, one {Person} other {Leute}}, mit denen du gespielt hast',
  games: '{count, plural, one {Spiel} other {Spiele}}, {fresh, plural, =0 {keines} other {#}} davon neu',
  won: 'von {placed, plural, one {# Partie} other {# Partien}} mit Rangfolge gewonnen',
  wonFew: 'von {placed, plural, one {# Partie} other {# Partien}} mit Rangfolge gewonnen',
  together: 'von {decided, plural, one {# gemeinsamen Partie} other {# gemeinsamen Partien}} gewonnen',
  run: '{count, plural, one {Sieg} other {Siege in Folge}}, im {month}',
  closest: 'vor der nächsten Person bei {game}, am {day}: dein knappster Sieg',
  biggest: 'vor der nächsten Person bei {game}, am {day}: dein höchster Sieg',
  busiest: '{count, plural, one {Partie} other {Partien}} am {day}, deinem Tag mit den meisten Partien',
  mostMet: '{count, plural, one {Partie} other {Partien}} mit {name}, mehr als mit jeder anderen Person',

  months: 'Zwölf Monate',
  topGames: 'Am meisten gespielt',
  topGamesHow: 'Nach Zahl der Partien.',
  met: 'Am Tisch gegenüber',
  metHow:
    'Die Leute, mit denen du am häufigsten gespielt hast, und wie oft du hinter ihnen (links), gleichauf (Mitte) oder vor ihnen (rechts) lagst. Wer den eigenen Verlauf verbirgt, wird nicht genannt.',

  picture: 'Bild verschicken',
})
