/** Texts of the start. */
import { text, texts } from './text.ts'

export const home = texts('home', {
  title: text('Hello, {name}', { name: 'STRING' }),
  empty: 'Nothing is recorded yet. A match takes a minute: the game, who played, and how it ended.',
})
