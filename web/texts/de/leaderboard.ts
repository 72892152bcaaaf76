/** German for `texts/leaderboard.ts`. */
import { t } from '../leaderboard.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Rangliste',
  by: 'Sortieren nach',
  place: 'Platz',
  player: 'Name',
  matches: 'Partien',
  rating: 'Wertungszahl',
  wins: 'Siege',
  share: 'Siegquote',
  you: 'du',
  noPlace: 'noch kein Platz',
  give: '± {range, number}',
  of: '{wins, number} von {matches, number}',
  wonOf: '{wins, number} von {matches, number} gewonnen',
  chance: 'per Zufall {share}',
  ofAll:
    '{count, plural, one {# Person} other {# Personen}}. Es zählen nur Partien, deren Ergebnis alle sehen dürfen.',
  ofCommunity:
    '{count, plural, one {# Person} other {# Personen}}. Es zählen nur Partien dieser Gemeinschaft.',
  how: 'Wer weniger als 5 Partien hat, steht noch ohne Platz auf der Liste. Änderungen an einer Partie erscheinen hier nach wenigen Sekunden.',
  nobody:
    'Hier steht noch niemand. Die Liste zählt Partien mit Rangfolge, deren Ergebnis alle sehen dürfen. Wer die eigenen Ergebnisse sieht, entscheidet jede Person in den Einstellungen unter „Wer mich sieht“.',
  join: 'Deine Partien zählen hier, sobald alle hier deine Partien und deine Ergebnisse sehen dürfen.',
  whoSeesMe: 'Wer mich sieht',
  yours: 'An deinen eigenen Tischen',
  yoursWhy:
    'Auf der Rangliste hat noch niemand einen Platz. Diese Liste kommt aus deinen eigenen Partien dieses Spiels, und nur du siehst sie.',
  few: 'Weniger als fünf Partien: nur Siege, noch kein Platz',
  firstOf: 'Die ersten {shown, number} von {count, number} Personen.',
  nobodyHere:
    'Hier steht noch niemand. Die Liste zählt Partien dieser Gemeinschaft mit Plätzen oder Punkten.',
})
