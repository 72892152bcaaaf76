/** What the settings say about privacy; loaded with that part. */
import { texts } from './text.ts'

export const t = texts('privacy', {
  title: 'Who sees you',
  lead: 'Whatever you choose here, members of your communities see your name, and every match that is attached there.',
  profile: 'Your profile',
  profileWhy: 'Who finds you under People, and recognises you in matches.',
  history: 'Your matches',
  historyWhy: 'Who sees which matches you played and recorded.',
  details: 'Results of your matches',
  detailsWhy:
    'Who also sees scores, places and loadouts. Leaderboards for everybody count your matches only if everybody may see both.',
  onlyI: 'Only me',
  chosen: 'People I choose',
  everybody: 'Everybody here',
  groups: 'Members of these groups',
  noGroup: 'Choose at least one group.',
  save: 'Save who sees you',
  saved: 'Saved.',
  changedMeanwhile: 'This was changed elsewhere in the meantime. Check it, then save again.',
})
