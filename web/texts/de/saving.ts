/** German for `texts/saving.ts`. */
import { t } from '../saving.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  conflictTitle: 'Das hat noch jemand geändert',
  conflictLead:
    'Während du geschrieben hast, hat jemand anderes {count, plural, one {ein Feld geändert, das du geändert hast} other {# Felder geändert, die du geändert hast}}. Welche Fassung möchtest du behalten?',
  before: 'Es war',
  mine: 'Du hast geschrieben',
  now: 'Jetzt steht da',
  nothing: 'nichts',
  saveThese: 'Diese Fassungen speichern',
  back: 'Zurück',
  taken: 'Gespeichert. Jemand anderes hat inzwischen {fields} geändert; beide Änderungen sind gespeichert.',
  offline:
    'Der Dienst hat nicht geantwortet. Versuche es noch einmal, wenn du wieder verbunden bist; nichts, was du getippt hast, geht verloren.',
  needsNetwork: 'Dafür brauchst du eine Verbindung.',
  lacksRight: 'Deinem Konto fehlt das Recht dazu. Wer dieses Scorebook verwaltet, kann es dir geben.',
})
