/** What is said when something is saved: that it was, that it could not be, and where two people changed the same. */
import { text, texts } from './text.ts'

export const t = texts('saving', {
  conflictTitle: 'Somebody changed this too',
  conflictLead: text(
    'While you wrote, {count, plural, one {a field that you changed} other {# fields that you changed}} became something else. Which do you want to keep?',
    { count: 'NUMBER' },
  ),
  before: 'It was',
  mine: 'You wrote',
  now: 'It is now',
  nothing: 'nothing',
  saveThese: 'Save these',
  back: 'Back',
  taken: text('Saved. Somebody had changed {fields} meanwhile; that is kept beside what you changed.', {
    fields: 'ANY',
  }),
  offline: 'The service did not answer. Try again when the network is back; nothing that you typed is lost.',
  needsNetwork: 'This needs the network.',
  lacksRight: 'Your account lacks the right to this. An administrator of this Scorebook can give it to you.',
})
