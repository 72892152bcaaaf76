/** The texts of the reader's own rating, loaded with it. */
import { text, texts } from './text.ts'

export const t = texts('rating', {
  rating: 'Rating',
  how: text(
    'Your rating in {game} after each match from the fifth on. It comes from your own matches, and only you see it. The red line is the estimate. In nineteen of twenty cases, your true strength lies in the band around it.',
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
