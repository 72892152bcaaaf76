/** German for `texts/game-image.ts`. */
import { t } from '../game-image.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Das Bild von {name}',
  now: 'So sieht es jetzt aus.',
  preview: 'So wird es aussehen.',
  choose: 'Bild auswählen',
  other: 'Anderes Bild auswählen',
  dropOrPaste: 'Du kannst auch ein Bild hierher ziehen oder einfügen.',
  formats:
    'JPEG, PNG, WebP oder GIF, bis 8\u00a0MB. Wir speichern nur das Quadrat. Den Ort, an dem ein Foto entstand, speichern wir zum Beispiel nicht.',
  wrongKind: 'Das ist keine Datei im Format JPEG, PNG, WebP oder GIF. Wähle ein anderes Bild.',
  tooLarge: 'Diese Datei ist größer als 8\u00a0MB. Wähle ein kleineres Bild.',
  unreadable: 'Dieses Bild ist beschädigt, oder dieser Browser kann es nicht lesen. Wähle ein anderes.',
  refused:
    'Der Dienst kann dieses Bild nicht lesen: Es ist beschädigt oder hat mehr als 40 Megapixel. Wähle ein anderes.',
  changed:
    'Jemand anderes hat dieses Spiel inzwischen geändert. Speichere noch einmal, wenn dein Bild bleiben soll.',
  save: 'Speichern',
  cancel: 'Abbrechen',
  close: 'Schließen',
  takeAway: 'Bild entfernen',
  takenAway: 'Das Bild wurde entfernt.',
  putBack: 'Wiederherstellen',
  isBack: 'Das Bild ist wieder da.',
})
