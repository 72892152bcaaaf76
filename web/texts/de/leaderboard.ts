/** German for `texts/leaderboard.ts`. */
import { t } from '../leaderboard.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Rangliste',
  by: 'Geordnet nach',
  place: 'Platz',
  player: 'Name',
  matches: 'Partien',
  rating: 'Wertungszahl',
  wins: 'Siege',
  share: 'Anteil der Siege',
  you: 'du',
  provisional: 'vorläufig',
  noPlace: 'noch kein Platz',
  give: '± {range, number}',
  of: '{wins, number} von {matches, number}',
  wonOf: '{wins, number} von {matches, number} gewonnen',
  chance: 'Zufall {share}',
  ofAll:
    '{count, plural, one {# Person} other {# Personen}}, nach den Partien, die alle mit Ergebnis sehen dürfen.',
  ofCommunity:
    '{count, plural, one {# Person} other {# Personen}}, nur nach den Partien dieser Gemeinschaft.',
  how: 'Mit weniger als 5 Partien ist eine Wertungszahl vorläufig und ohne Platz. Eine Änderung steht nach wenigen Sekunden hier.',
  nobody:
    'Hier steht noch niemand. Die Liste entsteht aus Partien gegeneinander, deren Ergebnis alle sehen dürfen. Jede Person öffnet ihre in den Einstellungen, unter „Wer dich sieht“.',
  nobodyHere:
    'Hier steht noch niemand. Die Liste entsteht aus Partien dieser Gemeinschaft, in denen man gegeneinander spielt, mit Plätzen oder Punkten.',
})
