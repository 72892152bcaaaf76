/** German for `texts/notifications.ts`. */
import { t } from '../notifications.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Benachrichtigungen',
  lead: 'Mails über das, was auf dich wartet. Sie sagen, wie viel wovon, und nennen niemanden.',
  off: 'Dieser Dienst verschickt im Moment keine Mails. In deinem Eingang steht alles.',
  address: 'Deine Adresse',
  addressWhy: 'Wir schicken einen Link dorthin. Mails kommen an, sobald du ihn geöffnet hast.',
  email: 'E-Mail-Adresse',
  send: 'Link schicken',
  sent: 'Ein Link ist unterwegs an {address}. Öffne ihn innerhalb eines Tages in einem Browser, in dem du angemeldet bist.',
  goes: 'Mails gehen an {address}.',
  goesStill: 'Bis dahin gehen Mails an {address}.',
  remove: 'Adresse entfernen',
  removed: 'Die Adresse ist entfernt. Du bekommst keine Mails.',
  verified: 'Diese Adresse gehört dir. Mails gehen jetzt dorthin.',
  about: 'Mails über',
  edits: 'Korrekturen meiner Partien',
  disputes: 'Einsprüche gegen meine Ergebnisse',
  claims: 'Ansprüche auf meine Platzhalter',
  requests: 'Anfragen an meine Gemeinschaften',
  invitations: 'Antworten auf meine Einladungen',
  pace: 'Wie oft',
  atOnce: 'Bald, höchstens alle fünf Minuten',
  daily: 'Einmal am Tag, um sieben Uhr morgens',
  noAddress: 'Nichts wird verschickt, bevor du den Link geöffnet hast.',
  save: 'Speichern',
  saved: 'Gespeichert.',
})
