/** The texts about saving: success, refusals, and changes by two people at once. */
import { text, texts } from './text.ts'

export const t = texts('saving', {
  conflictTitle: 'Somebody changed this too',
  conflictLead: text(
    'While you were writing, somebody else changed {count, plural, one {a field that you changed} other {# fields that you changed}}. Which version do you want to keep?',
    { count: 'NUMBER' },
  ),
  before: 'It was',
  mine: 'You wrote',
  now: 'It is now',
  nothing: 'nothing',
  saveThese: 'Save these',
  back: 'Back',
  taken: text('Saved. Somebody else changed {fields} in the meantime; both changes are saved.', {
    fields: 'ANY',
  }),
  offline: 'The service did not answer. Try again when you are connected; nothing that you typed is lost.',
  needsNetwork: 'This needs a connection.',
  lacksRight:
    'Your account does not have the right to do this. An administrator of this Scorebook can give it to you.',
})
