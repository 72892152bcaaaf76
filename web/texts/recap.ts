/** What the sheet of a year says. */
import { text, texts } from './text.ts'

export const t = texts('recap', {
  title: text('Your {year}', { year: 'ANY' }),
  years: 'Years',
  empty: text('No match in {year}', { year: 'ANY' }),
  emptyWhy: 'Your sheet of a year fills with each match that you finish.',
  record: 'Record a match',
  badYear: 'There is no such year',
  badYearWhy: 'A year has four digits, such as 2026.',
  toThis: 'This year',

  matches: text('{count, plural, one {match} other {matches}}', { count: 'NUMBER' }),
  days: text('{count, plural, one {day} other {days}} at the table', { count: 'NUMBER' }),
  people: text('{count, plural, one {person} other {people}} across from you', { count: 'NUMBER' }),
  games: text('{count, plural, one {game} other {games}}, {fresh, plural, =0 {none} other {#}} of them new', {
    count: 'NUMBER',
    fresh: 'NUMBER',
  }),
  won: text('of {placed, plural, one {# contest} other {# contests}} won', { placed: 'NUMBER' }),
  wonFew: text('won of {placed, plural, one {# contest} other {# contests}}', { placed: 'NUMBER' }),
  together: text('won of {decided, plural, one {# match} other {# matches}} played together', {
    decided: 'NUMBER',
  }),
  run: text('{count, plural, one {win} other {wins one after the other}}, in {month}', {
    count: 'NUMBER',
    month: 'ANY',
  }),
  closest: text('between you and the next at {game}, on {day}: your closest win', {
    game: 'ANY',
    day: 'ANY',
  }),
  biggest: text('ahead of the next at {game}, on {day}: your biggest win', { game: 'ANY', day: 'ANY' }),
  busiest: text('{count, plural, one {match} other {matches}} on {day}, your longest day', {
    count: 'NUMBER',
    day: 'ANY',
  }),
  mostMet: text('{count, plural, one {match} other {matches}} with {name}, more than with anybody', {
    count: 'NUMBER',
    name: 'ANY',
  }),

  months: 'Twelve months',
  topGames: 'Most played',
  topGamesHow: 'The games of the year, by matches.',
  met: 'Across the table',
  metHow:
    'Whom you met most. Behind is left, ahead is right; ties are level. Whoever hides their history is not named.',

  share: 'Save as a picture',
  shareWhy: 'Made in this browser, from what is on this sheet. Nothing is sent.',
  sharing: 'Making the picture',
  shareFailed: 'This browser could not make the picture.',
  shared: 'The picture is in your downloads.',
})
