/** The texts of the page of a stand-in. */
import { text, texts } from './text.ts'

export const t = texts('standIn', {
  title: 'Stand-in',
  keptByMe: text(
    '{name} has no account, so you record the results. Everybody who sees these matches sees this page too.',
    {
      name: 'ANY',
    },
  ),
  kept: text('{owner} records {name}’s results.', { owner: 'ANY', name: 'ANY' }),
  isPerson: text('{person} has claimed the stand-in {name}. {person}’s page counts all matches.', {
    person: 'ANY',
    name: 'ANY',
  }),
  toPerson: text('{name}’s page', { name: 'ANY' }),
  withMe: text('{name} and you', { name: 'ANY' }),
  rename: 'Rename',
  matches: text('{games, plural, one {# game} other {# games}}, since {month}', {
    games: 'NUMBER',
    month: 'ANY',
  }),
  asks: text('{count, plural, one {Somebody says} other {# people say}}: this stand-in is me.', {
    count: 'NUMBER',
  }),
  toInbox: 'Answer in your inbox',
  isThisYou: text('Are you {name}?', { name: 'ANY' }),
  isThisYouWhy: text('If {owner} agrees, every match of this stand-in counts for you too.', { owner: 'ANY' }),
  thisIsMe: 'This is me',
  waits: text('You say that you are {name}. {owner} has not answered yet.', { name: 'ANY', owner: 'ANY' }),
  withdraw: 'Withdraw',
  aheadOfYou: 'Ahead of you',
  aheadOf: text('of {met, number}{level, plural, =0 {} one {, once tied} other {, # times tied}}', {
    met: 'NUMBER',
    level: 'NUMBER',
  }),
  lastMet: 'Last met',
  noMatches: text('There is no match of {name} whose result you may see.', { name: 'ANY' }),
  missing: 'There is no such stand-in',
  missingWhy: 'The address is wrong, or the stand-in was deleted.',
  refused: 'You can’t see this stand-in',
  refusedWhy: 'You see a stand-in only if you see a match with it.',
})
