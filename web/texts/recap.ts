/** The texts of the recap. */
import { text, texts } from './text.ts'

export const t = texts('recap', {
  title: text('Your {year}', { year: 'ANY' }),
  years: 'Years',
  empty: text('No match in {year}', { year: 'ANY' }),
  emptyWhy: 'This page will show every match that you finish.',
  record: 'Record a match',
  badYear: 'There is no such year',
  badYearWhy: 'A year has four digits, such as 2026.',
  toThis: 'This year',

  matches: text('{count, plural, one {match} other {matches}}', { count: 'NUMBER' }),
  days: text('{count, plural, one {day} other {days}} at the table', { count: 'NUMBER' }),
  people: text('{count, plural, one {person} other {people}} that you played with', { count: 'NUMBER' }),
  games: text('{count, plural, one {game} other {games}}, {fresh, plural, =0 {none} other {#}} of them new', {
    count: 'NUMBER',
    fresh: 'NUMBER',
  }),
  won: text('won of {placed, plural, one {# competitive match} other {# competitive matches}}', {
    placed: 'NUMBER',
  }),
  wonFew: text('won of {placed, plural, one {# competitive match} other {# competitive matches}}', {
    placed: 'NUMBER',
  }),
  together: text('won of {decided, plural, one {# match} other {# matches}} played together', {
    decided: 'NUMBER',
  }),
  run: text('{count, plural, one {win} other {wins in a row}}, in {month}', {
    count: 'NUMBER',
    month: 'ANY',
  }),
  closest: text('ahead of the next player at {game}, on {day}: your closest win', {
    game: 'ANY',
    day: 'ANY',
  }),
  biggest: text('ahead of the next player at {game}, on {day}: your biggest win', {
    game: 'ANY',
    day: 'ANY',
  }),
  busiest: text('{count, plural, one {match} other {matches}} on {day}, your busiest day', {
    count: 'NUMBER',
    day: 'ANY',
  }),
  mostMet: text('{count, plural, one {match} other {matches}} with {name}, more than with anybody else', {
    count: 'NUMBER',
    name: 'ANY',
  }),

  months: 'Twelve months',
  topGames: 'Most played',
  topGamesHow: 'By number of matches.',
  met: 'Across the table',
  metHow:
    'The people that you met most, and how often you finished behind them (left), tied (middle) or ahead (right). People who hide their history are not named.',

  picture: 'Send a picture',
})
