/** The texts of a playset's form. */
import { texts } from './text.ts'

export const t = texts('playsets', {
  title: 'New playset',
  name: 'Name (optional)',
  scenario: 'Scenario (optional)',
  variants: 'Variants, one on each line (optional)',
  needsNetwork: 'Adding a playset needs a connection. Try again later.',
})
