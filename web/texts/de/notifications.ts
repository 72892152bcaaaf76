/** German for `texts/notifications.ts`. */
import { t } from '../notifications.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Benachrichtigungen',
  lead: 'Mails und Push-Nachrichten über das, was auf dich wartet. Sie sagen nur, wie viel von jeder Art wartet. Namen enthalten sie nicht.',
  off: 'Dieser Dienst verschickt im Moment weder Mails noch Push-Nachrichten. In deinem Eingang steht alles.',
  address: 'Per Mail',
  mailOff: 'Dieser Dienst verschickt im Moment keine Mails.',
  addressWhy: 'Wir schicken einen Link an diese Adresse. Sobald du ihn geöffnet hast, gehen Mails dorthin.',
  email: 'E-Mail-Adresse',
  send: 'Link schicken',
  sent: 'Ein Link ist unterwegs an {address}. Öffne ihn innerhalb eines Tages in einem Browser, in dem du angemeldet bist.',
  goes: 'Mails gehen an {address}.',
  goesStill: 'Bis dahin gehen Mails an {address}.',
  stopped: 'An {address} gehen keine Mails, weil du sie abbestellt hast.',
  noMail: 'Keine Mails mehr',
  mailAgain: 'Wieder Mails schicken',
  remove: 'Adresse entfernen',
  removed: 'Die Adresse wurde entfernt. Du bekommst keine Mails.',
  verified: 'Diese Adresse gehört dir. Mails gehen jetzt dorthin.',
  about: 'Worüber sollen wir dich benachrichtigen?',
  edits: 'Korrekturen meiner Partien',
  disputes: 'Einsprüche gegen meine Ergebnisse',
  claims: 'Ansprüche auf meine Platzhalter',
  requests: 'Beitrittsanfragen an meine Gemeinschaften',
  invitations: 'Fragen, ob ich ein Platzhalter bin, und Antworten auf meine Einladungen',
  pace: 'Wie oft?',
  atOnce: 'Bald, höchstens alle fünf Minuten',
  daily: 'Einmal am Tag, um sieben Uhr morgens',
  noWay: 'Du bekommst keine Benachrichtigungen, bis du unten einen Weg wählst: Mail oder dieses Gerät.',
  noKinds: 'Du hast hier nichts gewählt, also bekommst du noch keine Benachrichtigungen.',
  save: 'Speichern',
  saved: 'Gespeichert.',
  push: 'Auf diesem Gerät',
  pushOff: 'Dieser Dienst verschickt im Moment keine Push-Nachrichten.',
  pushWhy:
    'Eine Nachricht erscheint auch, wenn die App geschlossen ist. Wenn du dich hier abmeldest, kommen keine mehr.',
  isOn: 'Dieses Gerät zeigt Push-Nachrichten.',
  isOff: 'Dieses Gerät zeigt keine Push-Nachrichten.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  turnedOn: 'Dieses Gerät zeigt ab jetzt Push-Nachrichten.',
  turnedOff: 'Dieses Gerät zeigt keine Push-Nachrichten mehr.',
  notHere:
    'Browser zeigen Push-Nachrichten nur für Seiten, die über https geladen sind. Diese Seite wurde über einfaches http geladen.',
  homeScreen:
    'Auf einem iPhone oder iPad muss die App erst auf den Home-Bildschirm: Öffne das Teilen-Menü, wähle „Zum Home-Bildschirm“, öffne sie von dort und komm auf diese Seite zurück.',
  unknown:
    'Dieser Browser kann keine Push-Nachrichten zeigen. In Chrome, Edge, Firefox oder Safari kannst du sie einschalten.',
  denied:
    'Du oder dein Browser haben Push-Nachrichten dieser Seite abgelehnt. Erlaube Benachrichtigungen in den Einstellungen des Browsers für diese Seite und lade sie neu.',
  noService:
    'Der Browser hat seinen Push-Dienst nicht erreicht. Versuch es später noch einmal oder in einem anderen Browser.',
  devices: 'Deine Geräte',
  thisDevice: '{name} (dieses Gerät)',
  since: 'seit {when}',
  lastSent: 'letzte Nachricht {when}',
  neverSent: 'noch keine Nachricht',
  removeDevice: 'Entfernen',
  removeThis: '{name} entfernen',
  deviceRemoved: '{name} zeigt keine Push-Nachrichten mehr.',
})
