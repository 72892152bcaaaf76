/** German for `texts/saving.ts`. */
import { t } from '../saving.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  conflictTitle: 'Das hat noch jemand geändert',
  conflictLead:
    'Während du schriebst, {count, plural, one {wurde ein Feld, das du geändert hast,} other {wurden # Felder, die du geändert hast,}} zu etwas anderem. Was soll gelten?',
  before: 'Es war',
  mine: 'Du schriebst',
  now: 'Jetzt steht da',
  nothing: 'nichts',
  saveThese: 'So speichern',
  back: 'Zurück',
  taken: 'Gespeichert. Inzwischen hatte jemand {fields} geändert; das steht neben deinen Änderungen.',
  offline:
    'Der Dienst hat nicht geantwortet. Versuche es noch einmal, wenn das Netz wieder da ist; nichts Getipptes geht verloren.',
  needsNetwork: 'Das braucht das Netz.',
  lacksRight: 'Deinem Konto fehlt das Recht dazu. Wer dieses Scorebook verwaltet, kann es dir geben.',
})
