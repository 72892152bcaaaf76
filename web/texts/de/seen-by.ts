/** German for `texts/seen-by.ts`. */
import { t } from '../seen-by.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  sentence: '{people} sehen diese Partie.',
  all: 'Alle hier sehen diese Partie.',
  community: '{count, plural, =1 {nur du in {name}} other {die # Mitglieder von {name}}}',
  members: 'die Mitglieder von {name}',
  table: 'die Leute am Tisch',
  chosen: 'die Leute, die du ausgewählt hast',
  trusted: 'die Leute, die deine Partien korrigieren dürfen',
})
