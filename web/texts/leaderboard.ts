/** The texts of leaderboards. */
import { text, texts } from './text.ts'

export const t = texts('leaderboard', {
  title: 'Leaderboard',
  by: 'Sort by',
  place: 'Place',
  player: 'Player',
  matches: 'Matches',
  rating: 'Rating',
  wins: 'Wins',
  share: 'Share of wins',
  you: 'you',
  noPlace: 'no place yet',
  give: text('± {range, number}', { range: 'NUMBER' }, 'How uncertain a rating is'),
  of: text('{wins, number} of {matches, number}', { wins: 'NUMBER', matches: 'NUMBER' }),
  wonOf: text('{wins, number} of {matches, number} won', { wins: 'NUMBER', matches: 'NUMBER' }),
  chance: text('chance {share}', { share: 'STRING' }, 'The share of wins that chance alone would give'),
  ofAll: text(
    '{count, plural, one {# player} other {# players}}. The list counts only matches whose results everybody may see.',
    { count: 'NUMBER' },
  ),
  ofCommunity: text(
    '{count, plural, one {# player} other {# players}}. The list counts only matches of this community.',
    { count: 'NUMBER' },
  ),
  how: 'Players with fewer than 5 matches have no place yet. Changes to a match appear here within a few seconds.',
  nobody:
    'Nobody is on this list yet. It counts competitive matches whose results everybody may see. Each person decides that in the settings, under “Who sees me”.',
  join: 'Your matches count here once you let everybody here see your matches and your scores.',
  whoSeesMe: 'Who sees me',
  yours: 'At your own tables',
  yoursWhy:
    'Nobody has a place on the leaderboard yet. This list comes from your own matches of the game, and only you see it.',
  few: 'Fewer than five matches: only wins, no place yet',
  firstOf: text('The first {shown, number} of {count, number} people.', { shown: 'NUMBER', count: 'NUMBER' }),
  nobodyHere:
    'Nobody is on this list yet. It counts competitive matches of this community with places or scores.',
})
