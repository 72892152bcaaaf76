/** What the pages for recording a match say. */
import { text, texts } from './text.ts'

export const record = texts('record', {
  whichGame: 'Which game?',
  newMatch: 'New match',
  leave: 'Leave and keep the draft',
  close: 'Close',

  // The game
  search: 'Search games',
  lately: 'Recently at your table',
  allGames: 'All games',
  found: 'Found',
  noGame: 'No game here has that name.',
  noGames: 'There are no games here yet.',
  goOn: 'Continue a draft',
  draftOf: text(
    '{game}, {count, plural, =0 {nobody yet} one {# player} other {# players}}',
    { game: 'STRING', count: 'NUMBER' },
    'A draft in a list',
  ),
  noGameYet: 'No game yet',
  otherGame: 'Change',
  otherGameLong: 'Change the game',
  players: text('{min}–{max} players', { min: 'NUMBER', max: 'NUMBER' }, 'How many may play a game'),
  playersExactly: text('{count, plural, one {# player} other {# players}}', { count: 'NUMBER' }),
  highest: 'Highest score wins',
  lowest: 'Lowest score wins',
  slowest: 'Longest time wins',
  fastest: 'Shortest time wins',
  fewestTurns: 'Fewest turns win',
  mostTurns: 'Most turns win',
  winOrLose: 'Win or lose',
  points: 'points',
  time: 'time',
  turns: 'turns',
  winLose: 'win or lose',
  outOfRange: text('The game is made for {players}.', { players: 'STRING' }),

  // A new game
  addGame: 'Add a game',
  gameName: 'Name of the game',
  fewestPlayers: 'Fewest players',
  mostPlayers: 'Most players',
  whatCounts: 'What counts',
  add: 'Add',
  gameNeedsNetwork: 'Adding a game needs a connection. Choose another game, or try again later.',

  // Details
  details: 'When and how',
  when: 'When',
  tonight: text('Tonight {time}', { time: 'STRING' }),
  now: 'Now',
  playset: 'Playset',
  community: 'Community',
  expansions: 'Expansions',
  none: 'None',
  done: 'Done',
  noPlaysets: 'There is no playset for this game that you may use.',

  // Who plays
  whoPlays: 'Who plays',
  sameAs: text(
    'The same {count, plural, other {#}} as {when}',
    { count: 'NUMBER', when: 'STRING' },
    'Everybody of an earlier match; when is a weekday or a date',
  ),
  plus: text('+ {name}', { name: 'STRING' }, 'Adds somebody to the table'),
  you: text('{name} (you)', { name: 'STRING' }),
  others: 'Others',
  someoneNew: '+ Someone new',
  name: 'Name',
  alreadyYours: 'You already have stand-ins with a name like this:',
  sitsThere: text('{name} is already at the table. This adds another player with the same name.', {
    name: 'STRING',
  }),

  // The rows
  sheet: 'Scores',
  scoreOf: text('Score of {name}', { name: 'STRING' }),
  timeOf: text('Time of {name}, in minutes and seconds', { name: 'STRING' }),
  turnsOf: text('Turns of {name}', { name: 'STRING' }),
  moreOf: text('Place and details of {name}', { name: 'STRING' }),
  wonBy: text('{name} has won', { name: 'STRING' }, 'A button that is on or off'),
  won: 'won',
  lost: 'lost',
  everybodyWon: 'Everybody won',
  everybodyLost: 'Everybody lost',
  team: text('Team {team}', { team: 'STRING' }),
  nobody: 'Nobody is at the table yet.',
  newHere: 'new',

  // What is wrong with a score
  faultForm: 'That is not a score. Use digits, + and −.',
  faultTime: 'That is not a time. Write minutes and seconds, such as 12:30.',
  faultDecimals: 'A score has at most two decimals.',
  faultSeconds: 'A minute has 60 seconds.',
  faultRange: 'A score is between −99,999,999.99 and 99,999,999.99.',

  // Who leads
  leads: text('{names} {count, plural, one {leads} other {lead}} by {by}.', {
    names: 'STRING',
    count: 'NUMBER',
    by: 'STRING',
  }),
  leadsOnly: text('{names} {count, plural, one {leads} other {lead}}.', { names: 'STRING', count: 'NUMBER' }),
  winsBy: text('{names} {count, plural, one {wins} other {win}} by {by}.', {
    names: 'STRING',
    count: 'NUMBER',
    by: 'STRING',
  }),
  wins: text('{names} {count, plural, one {wins} other {win}}.', { names: 'STRING', count: 'NUMBER' }),
  level: text('{names} are tied for the lead.', { names: 'STRING' }),
  shareTheWin: text('{names} share the win.', { names: 'STRING' }),
  togetherWon: 'Everybody has won together.',
  togetherLost: 'Everybody has lost together.',
  byPoints: text('{points} {count, plural, one {point} other {points}}', {
    points: 'STRING',
    count: 'NUMBER',
  }),
  byTurns: text('{turns} {count, plural, one {turn} other {turns}}', { turns: 'STRING', count: 'NUMBER' }),
  writeScores: 'Enter a score for everybody who has one.',
  tapWinner: 'Tap everybody who has won.',

  // The pad
  pad: 'Keys',
  plusKey: 'plus',
  minusKey: 'minus',
  pointKey: 'point',
  colonKey: 'colon',
  deleteKey: 'delete',
  next: 'Next',
  keysHint: 'Type a score; + and − add and subtract. Enter goes to the next player, Ctrl + Enter finishes.',
  keysHintTap: 'Space marks a winner, Ctrl + Enter finishes.',

  // One seat
  place: 'Place',
  byScores: 'From the scores',
  placeNumber: text('{place, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}', { place: 'NUMBER' }),
  teamLabel: 'Team',
  noTeam: 'No team',
  loadout: 'Played with',
  attribute: 'Kind',
  attributeExample: 'faction',
  value: 'Which one',
  oneMore: 'Add another',
  removeSeat: text('Take {name} off the table', { name: 'STRING' }),

  // The end
  keepAsDraft: 'Keep as draft',
  finish: 'Finish match',
  sending: 'Sending',
  notSentYet: 'Not sent yet',
  noResult: 'No result was recorded.',
  missingTitle: 'Finish without all results?',
  missingScores: text('There is no score for {names}. It stays unknown, and does not count as 0.', {
    names: 'STRING',
  }),
  missingResult: 'Nobody has won or lost yet. The match then has no result.',
  missingWins: text('It is not recorded whether {names} won or lost.', { names: 'STRING' }),
  goBack: 'Go back',
  finishAnyway: 'Finish anyway',

  // Where the draft is
  draftKept: 'Draft kept',
  keptHere: 'Kept on this device',
  notKept: 'This browser cannot store anything. Keep this page open until the match is sent.',
  needsYou: 'Needs you',
  discard: 'Discard',
  discardTitle: 'Discard this draft?',
  discardText: 'This deletes the draft on all your devices.',
  draftGone: 'This draft is not on this device, and the service does not answer.',

  // Waiting
  waitsTitle: 'Kept on this device',
  waitsText:
    'The match is finished here. It is sent as soon as there is a connection, also when you open Scorebook later.',
  waitsService:
    'The match is finished here. The service does not accept it at the moment; Scorebook keeps trying.',
  waitsSignIn: 'The match is finished here. It is sent as soon as you are signed in again.',
  waitsOld: text(
    'It has waited for {days, plural, one {# day} other {# days}}. If it is not sent within 30 days, you must send it again yourself.',
    { days: 'NUMBER' },
  ),
  waitsOnIos: 'An iPhone or iPad may delete it after seven days without a visit.',
  saveAsFile: 'Save as a file',
  changeIt: 'Change it',
  recordAnother: 'Record another',
  sendNow: 'Send now',

  // What needs somebody
  faultTitle: 'The service did not accept it',
  tryAgain: 'Try again',
  expiredTitle: 'This has waited too long',
  expired:
    'It might have been sent more than 29 days ago, and the service no longer knows. Check whether it is among your matches before you send it again.',
  sendAnew: 'Send again',
  elsewhereTitle: 'Finished elsewhere',
  elsewhere: 'This match was finished on another device, without your last changes here.',
  openMatch: 'Open the match',
  throwAway: 'Discard what is here',
  goneTitle: 'Deleted elsewhere',
  gone: 'This draft was deleted on another device. What you wrote is still here.',
  recordAgain: 'Record it again',
  clash: 'Somebody changed the same thing on another device.',
  choose: 'Choose',
  scoreField: text('Score of {name}', { name: 'STRING' }),
  rankField: text('Place of {name}', { name: 'STRING' }),
  outcomeField: text('Result of {name}', { name: 'STRING' }),
  loadoutField: text('What {name} played with', { name: 'STRING' }),
  seatField: text('{name} at the table', { name: 'STRING' }),
  gameField: 'The game',
  atTable: 'at the table',
  nothing: 'nothing',

  lastTimes: 'Recent matches',

  // Leaving the device
  signOut: 'Sign out',
  leaveTitle: 'Some matches are not sent yet',
  leaveText: text(
    '{count, plural, one {# draft or match is} other {# drafts or matches are}} only on this device. Keep them until you sign in here again, or delete them. Nobody else who signs in here sees them.',
    { count: 'NUMBER' },
  ),
  leaveKeep: 'Keep them and sign out',
  leaveDelete: 'Delete them and sign out',
  cancel: 'Cancel',
})
