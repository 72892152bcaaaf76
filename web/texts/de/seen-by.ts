/** German for `texts/seen-by.ts`. */
import { t } from '../seen-by.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  sentence: '{people} sehen diese Partie.',
  all: 'Alle hier sehen diese Partie.',
  community: '{count, plural, =1 {du allein in {name}} other {die # Leute von {name}}}',
  members: 'die Leute von {name}',
  table: 'die Leute am Tisch',
  chosen: 'die Leute, die du ausgewählt hast',
  trusted: 'die Leute, die deine Partien korrigieren dürfen',
})
