/** The texts of the page of notifications. */
import { text, texts } from './text.ts'

export const t = texts('notifications', {
  title: 'Notifications',
  lead: 'Mail about what waits for you. It says how much of what kind, and names nobody.',
  off: 'This service sends no mail at the moment. Your inbox has everything.',
  address: 'Your address',
  addressWhy: 'We send a link there. Mail goes there once you have opened it.',
  email: 'E-mail address',
  send: 'Send the link',
  sent: text(
    'A link is on its way to {address}. Open it within a day, in a browser where you are signed in.',
    { address: 'STRING' },
  ),
  goes: text('Mail goes to {address}.', { address: 'STRING' }),
  goesStill: text('Until then mail goes to {address}.', { address: 'STRING' }),
  remove: 'Remove the address',
  removed: 'The address is removed. You get no mail.',
  verified: 'This address is yours. Mail goes there now.',
  about: 'Mail about',
  edits: 'Corrections of my matches',
  disputes: 'Disputes of my results',
  claims: 'Claims of my stand-ins',
  requests: 'Requests to join my communities',
  invitations: 'Answers to my invitations',
  pace: 'How often',
  atOnce: 'Soon, at most every five minutes',
  daily: 'Once a day, at seven in the morning',
  noAddress: 'Nothing is sent before you have opened the link.',
  save: 'Save',
  saved: 'Saved.',
})
