/** The texts that say whose stand-in somebody is. */
import { text, texts } from './text.ts'

export const t = texts('whose', {
  mine: 'mine',
  theirs: text('{name}’s', { name: 'ANY' }),
})
