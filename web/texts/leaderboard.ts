/** What a leaderboard says. */
import { text, texts } from './text.ts'

export const t = texts('leaderboard', {
  title: 'Leaderboard',
  by: 'In the order of',
  place: 'Place',
  player: 'Player',
  matches: 'Matches',
  rating: 'Rating',
  wins: 'Wins',
  share: 'Share of wins',
  you: 'you',
  provisional: 'provisional',
  noPlace: 'no place yet',
  give: text('± {range, number}', { range: 'NUMBER' }, 'How uncertain a rating is'),
  of: text('{wins, number} of {matches, number}', { wins: 'NUMBER', matches: 'NUMBER' }),
  wonOf: text('{wins, number} of {matches, number} won', { wins: 'NUMBER', matches: 'NUMBER' }),
  chance: text('chance {share}', { share: 'STRING' }, 'The share of wins that chance alone would give'),
  ofAll: text(
    '{count, plural, one {# player} other {# players}}, by the matches that everybody may see with their results.',
    { count: 'NUMBER' },
  ),
  ofCommunity: text(
    '{count, plural, one {# player} other {# players}}, by the matches of this community alone.',
    { count: 'NUMBER' },
  ),
  how: 'Who has fewer than 5 matches is provisional and has no place. A change of a match is here a few seconds later.',
  nobody:
    'Nobody is on this list yet. It is made of matches against one another whose results everybody may see. Each person opens theirs in the settings, under “Who sees you”.',
  nobodyHere: 'Nobody is on this list yet. It is made of matches of this community with places or scores.',
})
