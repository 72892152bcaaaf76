/** German for `texts/sign-in-again.ts`. */
import { t } from '../sign-in-again.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Bitte neu anmelden',
  ended:
    'Deine Sitzung ist zu Ende, {name}. Nichts, was du getippt hast, geht verloren. Melde dich im neuen Fenster an, dann geht es hier weiter.',
  stale:
    'Du hast dich hier vor einiger Zeit angemeldet, {name}. Diese Änderung braucht eine neue Anmeldung. Melde dich im neuen Fenster an, dann geht es hier weiter.',
  other:
    'Hier ist jetzt {other} angemeldet, aber diese Seite gehört {name}. Melde dich als {name} an, damit es weitergeht.',
  signIn: 'Anmelden',
  notNow: 'Jetzt nicht',
})
