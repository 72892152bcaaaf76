/** German for `texts/rating.ts`. */
import { t } from '../rating.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  rating: 'Wertungszahl',
  how: 'Deine Wertungszahl in {game} nach jeder Partie, ab der fünften. Sie kommt aus deinen eigenen Partien, und nur du siehst sie. Die rote Linie ist die Schätzung. In neunzehn von zwanzig Fällen liegt deine wahre Stärke im Band um sie herum.',
  games: 'Spiel',
  few: 'Eine Wertungszahl braucht fünf Partien, in denen mindestens zwei Personen einen Platz haben.',
  match: 'Partie',
  day: 'Tag',
  strengthFrom: 'Stärke von',
  to: 'Bis',
  label:
    'Die Wertungszahl ging von {first, number} auf {rating, number} bis Partie {match, number}; die Stärke liegt zwischen {from, number} und {to, number}',
})
