/** German for `texts/codes.ts`. */
import { t } from '../codes.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  offer: 'Diese Partien auch für {name} zählen lassen',
  others:
    'Und {count, plural, one {die andere Partie} other {die anderen # Partien}}, die du mit {name} eingetragen hast.',
  scan: 'Lass {name} das scannen, oder schick den Link.',
  offerWhy: 'Mit einem Code sieht {name} diese Partien, und sie zählen auch für {name}.',
  make: 'Code erstellen',
  makeFor: '{name}: Code erstellen',
  openFor: '{name}: Der Code, der jetzt gilt',
  makeAnother: 'Neuen Code erstellen',
  picture: 'Ein Code zum Scannen. Er enthält den Link darunter.',
  camera: 'Für die Handykamera von {name}.',
  cameraAll: 'Für eine Handykamera.',
  onlyHere:
    'Andere Telefone können diesen Link nicht öffnen, weil der Dienst seine öffentliche Adresse nicht kennt. Wer ihn betreibt, setzt SCOREBOOK_BASE_URL, und dann erstellst du einen neuen Code.',
  link: 'Der Link',
  copy: 'Kopieren',
  copied: 'Kopiert',
  send: 'Link schicken',
  email: 'E-Mail-Adresse',
  sendMail: 'Per Mail schicken',
  mailWhy: 'Wir schicken {name} den Link in einer einzigen Mail und speichern die Adresse nicht.',
  mailInstead:
    'Wir schicken {name} in einer einzigen Mail einen neuen Link und speichern die Adresse nicht. Oben steht dann ein neuer Code, und frühere Links gelten nicht mehr.',
  mailOther: 'Wir schicken einen eigenen Link, der für eine Person gilt, und speichern die Adresse nicht.',
  mailed:
    'Die Mail an {address} ist unterwegs. Wenn dort keine solchen Mails erwünscht sind, schicken wir keine.',
  sendTitle: 'Scorebook',
  sees: '{name} sieht',
  seesWhat:
    'Deinen Namen, „{name}“{count, plural, =0 {} one { und die eine Partie} =2 { und die zwei Partien} =3 { und die drei Partien} other {, die Zahl der Partien (#) und die neuesten drei}}. Nach einem Ja auch die anderen Partien.',
  works: 'Der Code gilt',
  once: 'Einmal (bis {date}). Wenn jemand ihn benutzt, siehst du das hier.',
  needsAccount: '{name} braucht hier zuerst ein Konto. Bitte die Administration dieses Dienstes darum.',
  open: 'Es gibt schon einen Code (gültig bis {date}). Er lässt sich nicht noch einmal zeigen. Wenn du einen neuen erstellst, gilt dieser nicht mehr.',
  back: 'Code zurückziehen',
  backOf: 'Den Code zurückziehen, der bis {date} gilt',
  takenBack: 'Der Code wurde zurückgezogen.',
  used: 'Seit {date} hat {name} es.',
  expired: 'Dieser Code ist abgelaufen ({date}). Erstelle einen neuen.',
  declined: 'Jemand hat den Code geöffnet und gesagt: Das bin ich nicht. Erstelle einen neuen Code.',
  asked: '{name} findet eine Frage im Eingang. Die Antwort siehst du in deinem.',
  backQuestion: 'Frage zurückziehen',
  askMember: 'Ein Mitglied einer Gemeinschaft fragen',
  askWho: 'Wer ist {name}?',
  askWhy:
    'Diese Person findet die Frage in ihrem Eingang, mit den letzten drei Partien. Sonst sieht sie niemand.',
  askName: '{name} fragen',
  membersOf: 'Mitglieder von {name}',
  community: 'Mit einem Code einladen',
  communityWhy: 'Wer den Code scannt oder seinen Link öffnet, ist sofort Mitglied.',
  uses: 'Für wie viele Personen',
  days: 'Für wie viele Tage',
  usedBy: '{uses, number} von {most, number} sind beigetreten (gültig bis {date}).',
  codes: 'Codes, die jetzt gelten',
  trust: 'Jemand darf deine Partien korrigieren',
  trustWhy: 'Wer den Code scannt, darf deine Partien ohne Nachfrage korrigieren.',
  trustOpen: 'Es gibt einen Code. Er gilt einmal (bis {date}).',
})
