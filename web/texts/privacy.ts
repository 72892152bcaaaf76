/** What the settings say of who sees somebody; loaded with that part. */
import { texts } from './text.ts'

export const t = texts('privacy', {
  title: 'Who sees you',
  lead: 'Members of your communities see your name, and every match that is attached there, whatever you choose here.',
  profile: 'Your profile',
  profileWhy: 'Who finds you among people, and sees who you are in matches.',
  history: 'Your matches',
  historyWhy: 'Who sees your history, and that the matches you recorded took place.',
  details: 'Their results',
  detailsWhy:
    'Who sees scores, places and loadouts too. Leaderboards for everybody need this and your matches open.',
  onlyI: 'Only I',
  chosen: 'People I choose',
  everybody: 'Everybody here',
  groups: 'Members of these groups',
  noGroup: 'Choose at least one group.',
  save: 'Save who sees you',
  saved: 'Saved.',
  changedMeanwhile: 'This was changed elsewhere meanwhile. Look at it as it is now, then save again.',
})
