/** The texts of the dialog to sign in again, loaded with it. */
import { text, texts } from './text.ts'

export const t = texts('signInAgain', {
  title: 'Sign in again',
  ended: text(
    'Your session has ended, {name}. Nothing that you typed is lost. Sign in again in the window that opens, then continue here.',
    { name: 'STRING' },
  ),
  stale: text(
    'You signed in here some time ago, {name}. This change needs a new sign-in. Sign in again in the window that opens, then continue here.',
    { name: 'STRING' },
  ),
  other: text(
    '{other} is signed in here now, but this page belongs to {name}. Sign in as {name} to continue.',
    { name: 'STRING', other: 'STRING' },
  ),
  signIn: 'Sign in',
  notNow: 'Not now',
})
