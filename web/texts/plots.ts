/** The texts of plots and their tables. */
import { text, texts } from './text.ts'

export const t = texts('plots', {
  table: 'Table',
  tableOf: text('Table: {title}', { title: 'ANY' }),
  plot: 'Chart',
  plotOf: text('Chart: {title}', { title: 'ANY' }),
  nothing: '–',

  won: 'won',
  notWon: 'not won',
  others: 'all others',
  together: 'together',
  ahead: 'ahead',
  level: 'tied',
  behind: 'behind',
  unknown: 'unknown',

  day: 'Day',
  month: 'Month',
  matches: 'Matches',
  place: 'Place',
  ofTable: 'Players',
  result: 'Result',
  lost: 'lost',
  wonTogether: 'won together',
  lostTogether: 'lost together',
  name: 'Name',
  met: 'Met',
  players: 'Players',
  share: 'Share',
  byChance: 'By chance',
  game: 'Game',
  difference: 'Difference',
  score: 'Score',
  scores: 'Scores',
  atMost: 'Equal or lower',
  from: 'From',
  to: 'To',

  formLabel: text('{count, plural, one {# match} other {# matches}}, {won, number} won', {
    count: 'NUMBER',
    won: 'NUMBER',
  }),
  balanceLabel: text('{ahead, number} ahead, {level, number} tied, {behind, number} behind', {
    ahead: 'NUMBER',
    level: 'NUMBER',
    behind: 'NUMBER',
  }),
  levels: text('{count, plural, other {# tied}}', { count: 'NUMBER' }),
  togethers: text('{count, plural, other {# together}}', { count: 'NUMBER' }),
  monthsLabel: text('{count, plural, one {# match} other {# matches}} from {from} to {to}', {
    count: 'NUMBER',
    from: 'ANY',
    to: 'ANY',
  }),
  size: text('{of, plural, one {player} other {players}} {matches, number}×', {
    of: 'NUMBER',
    matches: 'NUMBER',
  }),
  sizeLabel: text('{of, plural, one {# player} other {# players}}: {shares}', {
    of: 'NUMBER',
    shares: 'ANY',
  }),
  rangeLabel: text('{lowest} to {highest}, median {middle}', {
    lowest: 'ANY',
    middle: 'ANY',
    highest: 'ANY',
  }),
  differencesLabel: text('{count, plural, one {# match} other {# matches}}, median {middle}', {
    count: 'NUMBER',
    middle: 'ANY',
  }),
  scoresLabel: text('{count, plural, one {# score} other {# scores}} from {lowest} to {highest}', {
    count: 'NUMBER',
    lowest: 'ANY',
    highest: 'ANY',
  }),
  weeksLabel: text(
    '{days, plural, one {# day} other {# days}} with {matches, plural, one {# match} other {# matches}}',
    { days: 'NUMBER', matches: 'NUMBER' },
  ),
  matchesOn: text('{matches, plural, one {# match} other {# matches}} on {day}', {
    matches: 'NUMBER',
    day: 'ANY',
  }),
})
