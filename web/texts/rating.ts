/** The texts of the reader's own rating, loaded with it. */
import { text, texts } from './text.ts'

export const t = texts('rating', {
  rating: 'Rating',
  how: text(
    'Your rating in {game} after each of your own matches from the fifth on. Only you see it. The red line is the estimate. Nineteen times in twenty, your strength is inside the band.',
    { game: 'ANY' },
  ),
  games: 'Game',
  few: 'A rating needs five matches in which two or more people have a place.',
  match: 'Match',
  day: 'Day',
  strengthFrom: 'Strength from',
  to: 'To',
  label: text(
    'The rating went from {first, number} to {rating, number} by match {match, number}; the strength lies between {from, number} and {to, number}',
    { first: 'NUMBER', rating: 'NUMBER', match: 'NUMBER', from: 'NUMBER', to: 'NUMBER' },
  ),
})
