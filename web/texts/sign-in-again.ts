/** Texts of the dialog in which somebody signs in again; loaded with it. */
import { text, texts } from './text.ts'

export const t = texts('signInAgain', {
  title: 'Sign in again',
  ended: text(
    'Your session has ended, {name}. Nothing that you typed is lost: sign in in the window that opens, and it goes on here.',
    { name: 'STRING' },
  ),
  stale: text(
    'You signed in here some time ago, {name}. This change needs a new sign-in: sign in in the window that opens, and it goes on here.',
    { name: 'STRING' },
  ),
  other: text(
    'Now {other} is signed in here. What waits on this page is {name}’s: sign in as {name} to go on.',
    { name: 'STRING', other: 'STRING' },
  ),
  signIn: 'Sign in',
  notNow: 'Not now',
})
