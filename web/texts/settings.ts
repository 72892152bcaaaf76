/** What the settings say. */
import { texts } from './text.ts'

export const t = texts('settings', {
  title: 'Settings',
  name: 'Your name',
  nameWhy: 'Whoever may see you sees this name.',
  save: 'Save',
  saved: 'Saved.',
  appearance: 'Appearance',
  appearanceWhy: 'On this device.',
  system: 'As the system has it',
  light: 'Light',
  dark: 'Dark',
  language: 'Language',
  languageWhy: 'On this device. Names and texts of others stay as they were written.',
  browserLanguage: 'As the browser has it',
  signIn: 'Signing in',
  signInWhy:
    'Passkeys, password, recovery codes, tokens and the browsers that are signed in stand with your account.',
  account: 'Open your account',
  standIns: 'Your stand-ins',
  noOffline:
    'This page came over plain http, so the browser keeps nothing for you here: recording without a network needs https, or localhost.',
})
