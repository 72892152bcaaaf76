/** German for `texts/settings.ts`. */
import { t } from '../settings.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Einstellungen',
  name: 'Dein Name',
  nameWhy: 'Diesen Namen sehen alle, die dein Profil sehen dürfen.',
  save: 'Speichern',
  saved: 'Gespeichert.',
  appearance: 'Aussehen',
  appearanceWhy: 'Auf diesem Gerät.',
  system: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
  language: 'Sprache',
  languageWhy: 'Auf diesem Gerät. Namen und Texte anderer bleiben, wie sie geschrieben wurden.',
  browserLanguage: 'Wie der Browser',
  signIn: 'Anmeldung',
  signInWhy:
    'Passkeys, Passwort, Wiederherstellungscodes, Token und angemeldete Browser gehören zu deinem Konto.',
  account: 'Konto öffnen',
  standIns: 'Deine Platzhalter',
  noOffline:
    'Diese Seite wurde über einfaches http geladen, darum kann der Browser hier nichts speichern. Offline eintragen braucht https oder localhost.',
})
