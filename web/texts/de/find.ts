/** German for `texts/find.ts`. */
import { t } from '../find.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  label: 'Seite, Spiel oder Person',
  home: 'Startseite',
  settings: 'Einstellungen',
  imports: 'Importe',
  account: 'Konto',
  year: 'Dein {year}',
  game: 'Spiel',
  person: 'Person',
  standIn: 'Platzhalter',
  keys: 'Tasten',
  keyFind: 'Eine Seite, ein Spiel oder eine Person finden',
  keyNext: 'Beim Eintragen: zur nächsten Person',
  keyFinish: 'Beim Eintragen: die Partie abschließen',
  keyInbox: 'Im Eingang: Ja, Nein, Weiter',
  keyCatalogue: 'Im Katalog: annehmen, ablehnen, noch einmal versuchen',
  keyClose: 'Einen Dialog schließen',
})
