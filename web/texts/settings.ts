/** The texts of the settings. */
import { texts } from './text.ts'

export const t = texts('settings', {
  title: 'Settings',
  name: 'Your name',
  nameWhy: 'Everyone who may see your profile sees this name.',
  save: 'Save',
  saved: 'Saved.',
  appearance: 'Appearance',
  appearanceWhy: 'On this device.',
  system: 'Same as the system',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  languageWhy: 'Applies to this device only. Texts that people wrote are not translated.',
  browserLanguage: 'Same as the browser',
  signIn: 'Signing in',
  signInWhy:
    'You find your passkeys, password, recovery codes, tokens and signed-in browsers on the page of your account.',
  account: 'Open your account',
  sections: 'More settings',
  privacy: 'Who sees me',
  privacyWhy: 'Your page, your matches and your scores.',
  notifications: 'Notifications',
  notificationsWhy: 'Mail and push messages about what waits for you.',
  groups: 'Groups and communities',
  groupsWhy: 'The groups that may see something of you, and the groups and communities that you are in.',
  trust: 'Who corrects my matches',
  trustWhy: 'Who may correct your matches without asking, and whose matches you may correct.',
  standIns: 'My stand-ins',
  standInsWhy: 'The names in your matches, and who has claimed them.',
  import: 'Bring matches along',
  importWhy: 'From BG Stats, BoardGameGeek and other apps.',
  data: 'My data',
  dataWhy: 'Save everything as a file, end claims, erase your account.',
  noOffline:
    'This page was loaded over plain http, so the browser cannot store anything for you. Recording offline needs https or localhost.',
})
