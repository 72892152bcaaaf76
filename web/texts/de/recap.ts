/** German for `texts/recap.ts`. */
import { t } from '../recap.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Dein {year}',
  years: 'Jahre',
  empty: 'Keine Partie im Jahr {year}',
  emptyWhy: 'Das Blatt eines Jahres füllt sich mit jeder Partie, die du abschließt.',
  record: 'Partie eintragen',
  badYear: 'Dieses Jahr gibt es nicht',
  badYearWhy: 'Ein Jahr hat vier Ziffern, zum Beispiel 2026.',
  toThis: 'Dieses Jahr',

  matches: '{count, plural, one {Partie} other {Partien}}',
  days: '{count, plural, one {Tag} other {Tage}} am Tisch',
  people: '{count, plural, one {Person} other {Leute}} dir gegenüber',
  games: '{count, plural, one {Spiel} other {Spiele}}, {fresh, plural, =0 {keines} other {#}} davon neu',
  won: 'von {placed, plural, one {# Partie} other {# Partien}} gegeneinander gewonnen',
  wonFew: 'gewonnen von {placed, plural, one {# Partie} other {# Partien}} gegeneinander',
  together: 'gewonnen von {decided, plural, one {# gemeinsamen Partie} other {# gemeinsamen Partien}}',
  run: '{count, plural, one {Sieg} other {Siege in Folge}}, im {month}',
  closest: 'zwischen dir und der nächsten Person bei {game}, am {day}: dein knappster Sieg',
  biggest: 'vor der nächsten Person bei {game}, am {day}: dein höchster Sieg',
  busiest: '{count, plural, one {Partie} other {Partien}} am {day}, deinem längsten Tag',
  mostMet: '{count, plural, one {Partie} other {Partien}} mit {name}, mehr als mit allen anderen',

  months: 'Zwölf Monate',
  topGames: 'Am meisten gespielt',
  topGamesHow: 'Die Spiele des Jahres, nach Partien.',
  met: 'Am Tisch gegenüber',
  metHow:
    'Wen du am häufigsten getroffen hast. Links dahinter, rechts davor; Gleichstände liegen in der Mitte. Wer den eigenen Verlauf verbirgt, wird nicht genannt.',

  share: 'Als Bild speichern',
  shareWhy: 'Entsteht in diesem Browser, aus dem, was auf diesem Blatt steht. Nichts wird gesendet.',
  sharing: 'Das Bild entsteht',
  shareFailed: 'Dieser Browser konnte das Bild nicht machen.',
  shared: 'Das Bild ist bei deinen Downloads.',
})
