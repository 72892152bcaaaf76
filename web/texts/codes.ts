/** The texts of codes and links that invite somebody, for those who make them. */
import { text, texts } from './text.ts'

export const t = texts('codes', {
  offer: text('Let these matches count for {name} too', { name: 'ANY' }),
  others: text(
    'And the other {count, plural, one {match} other {# matches}} that you recorded with {name}.',
    {
      count: 'NUMBER',
      name: 'ANY',
    },
  ),
  scan: text('Let {name} scan this, or send the link.', { name: 'ANY' }),
  offerWhy: text('With a code, {name} sees these matches, and they count for {name} too.', { name: 'ANY' }),
  make: 'Make a code',
  makeFor: text('{name}: Make a code', { name: 'ANY' }),
  openFor: text('{name}: The code that works now', { name: 'ANY' }),
  makeAnother: 'Make another',
  picture: 'A code to scan. It has the link below.',
  camera: text('For the camera of {name}’s phone.', { name: 'ANY' }),
  cameraAll: 'For the camera of a phone.',
  onlyHere:
    'Other phones cannot open this link, because this service does not know its public address. Whoever runs it sets SCOREBOOK_BASE_URL, and then you make another code.',
  link: 'The link',
  copy: 'Copy',
  copied: 'Copied',
  send: 'Send the link',
  email: 'E-mail address',
  sendMail: 'Send by mail',
  mailWhy: text('We mail the link to {name} once, and forget the address.', { name: 'ANY' }),
  mailInstead: text(
    'We mail {name} a new link once, and forget the address. The code above then changes, and earlier links stop working.',
    { name: 'ANY' },
  ),
  mailOther: 'We mail a separate link that works for one person, and forget the address.',
  mailed: text('The mail to {address} is on its way. If this address wants no such mails, we send none.', {
    address: 'STRING',
  }),
  sendTitle: 'Scorebook',
  sees: text('{name} sees', { name: 'ANY' }),
  seesWhat: text(
    'Your name, “{name}”{count, plural, =0 {} one { and the one match} =2 { and the two matches} =3 { and the three matches} other {, the number of matches (#), and the newest three}}. After a yes, also the other matches.',
    { name: 'ANY', count: 'NUMBER' },
  ),
  works: 'The code works',
  once: text('Once, until {date}. When somebody uses it, you see that here.', { date: 'ANY' }),
  needsAccount: text('{name} needs an account here first. Ask an administrator of this service for one.', {
    name: 'ANY',
  }),
  open: text(
    'There is already a code, which works until {date}. It cannot be shown again. If you make another, this one stops working.',
    {
      date: 'ANY',
    },
  ),
  back: 'Cancel the code',
  backOf: text('Cancel the code that works until {date}', { date: 'ANY' }),
  takenBack: 'The code was cancelled.',
  used: text('Accepted by {name}: {date}.', { name: 'ANY', date: 'ANY' }),
  expired: text('This code has expired ({date}). Make another.', { date: 'ANY' }),
  declined: 'Somebody opened the code and said: that is not me. Make another code.',
  asked: text('{name} finds a question in their inbox. You see the answer in yours.', { name: 'ANY' }),
  backQuestion: 'Withdraw the question',
  askMember: 'Ask a member of a community',
  askWho: text('Who is {name}?', { name: 'ANY' }),
  askWhy:
    'This person finds the question in their inbox, with the newest three matches. Nobody else sees it.',
  askName: text('Ask {name}', { name: 'ANY' }),
  membersOf: text('Members of {name}', { name: 'ANY' }),
  community: 'Invite with a code',
  communityWhy: 'Whoever scans the code or opens its link is a member at once.',
  uses: 'For how many people',
  days: 'For how many days',
  usedBy: text('{uses, number} of {most, number} have joined. Works until {date}.', {
    uses: 'NUMBER',
    most: 'NUMBER',
    date: 'ANY',
  }),
  codes: 'Codes that work now',
  trust: 'Let somebody correct your matches',
  trustWhy: 'The person who scans the code may correct your matches without asking.',
  trustOpen: text('There is a code. It works once, until {date}.', { date: 'ANY' }),
})
