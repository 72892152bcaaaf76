/** German for `texts/sign-in-again.ts`. */
import { t } from '../sign-in-again.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Bitte neu anmelden',
  ended:
    'Deine Sitzung ist zu Ende, {name}. Nichts Getipptes geht verloren: melde dich im neuen Fenster an, dann geht es hier weiter.',
  stale:
    'Du hast dich hier vor einiger Zeit angemeldet, {name}. Diese Änderung braucht eine neue Anmeldung: melde dich im neuen Fenster an, dann geht es hier weiter.',
  other:
    'Jetzt ist hier {other} angemeldet. Was auf dieser Seite wartet, gehört {name}: melde dich als {name} an, damit es weitergeht.',
  signIn: 'Anmelden',
  notNow: 'Jetzt nicht',
})
