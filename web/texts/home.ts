/** What the first page says. */
import { text, texts } from './text.ts'

export const t = texts('home', {
  title: text('Hello, {name}', { name: 'STRING' }),
  waiting: text('{count, plural, one {# match waits} other {# matches wait}} on this device', {
    count: 'NUMBER',
  }),
  waitingWhy: 'Sent by itself as soon as the service can be reached.',
  needsYou: 'Needs you',
  notSent: 'Not sent yet',
  unnamed: 'A new match',
  drafts: 'Not finished',
  allDrafts: 'All drafts',
  last: 'Last matches',
  allMatches: 'All matches',
  month: text(
    '{month}: {matches, plural, =0 {no match yet} one {# match} other {# matches}}{placed, plural, =0 {} other {, {won, number} of {placed, number} won}}',
    { month: 'ANY', matches: 'NUMBER', won: 'NUMBER', placed: 'NUMBER' },
    'The month so far; `placed` are the contests in it',
  ),
  allNumbers: 'Your numbers',
  record: 'Record a match',
  firstTitle: 'Start with one match',
  firstGameTitle: 'First of all, a game',
  firstWhy:
    'Choose a game, name who was at the table, write down the scores. Everything else follows from that.',
  firstGame: 'Add the first game',
  firstGameWhy: 'There are no games yet, and every match needs one.',
  firstAsk: 'There are no games yet. Whoever looks after the catalogue adds them; ask your administrator.',
  next: 'And then',
  thenStandIns: 'Stand-ins are the names at your table. People can claim theirs.',
  thenGames: 'See which games are here.',
  toStandIns: 'Stand-ins',
  toGames: 'Games',
  toSettings: 'Settings',
  thenSettings: 'Choose your name, language and appearance.',
  communities: 'Your communities',
  allCommunities: 'All communities',
  findCommunities: 'Find communities',
})
