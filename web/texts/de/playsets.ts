/** German for `texts/playsets.ts`. */
import { t } from '../playsets.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Neue Spielweise',
  name: 'Name (optional)',
  scenario: 'Szenario (optional)',
  variants: 'Varianten, eine pro Zeile (optional)',
  needsNetwork: 'Für eine neue Spielweise brauchst du eine Verbindung. Versuche es später wieder.',
})
