/** What the settings say. */
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
  languageWhy: 'Applies to this device only. What other people wrote is not translated.',
  browserLanguage: 'Same as the browser',
  signIn: 'Signing in',
  signInWhy: 'Passkeys, password, recovery codes, tokens and signed-in browsers are part of your account.',
  account: 'Open your account',
  standIns: 'Your stand-ins',
  noOffline:
    'This page was loaded over plain http, so the browser cannot store anything for you. Recording offline needs https or localhost.',
})
