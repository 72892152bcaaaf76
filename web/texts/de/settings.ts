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
  languageWhy: 'Auf diesem Gerät. Texte, die Leute geschrieben haben, werden nicht übersetzt.',
  browserLanguage: 'Wie der Browser',
  signIn: 'Anmeldung',
  signInWhy:
    'Passkeys, Passwort, Wiederherstellungscodes, Token und angemeldete Browser findest du auf der Seite deines Kontos.',
  account: 'Konto öffnen',
  sections: 'Weitere Einstellungen',
  privacy: 'Wer mich sieht',
  privacyWhy: 'Deine Seite, deine Partien und deine Ergebnisse.',
  notifications: 'Benachrichtigungen',
  notificationsWhy: 'Mails und Push-Nachrichten über das, was auf dich wartet.',
  groups: 'Gruppen und Gemeinschaften',
  groupsWhy: 'Die Gruppen, die etwas von dir sehen dürfen, und wo du selbst dabei bist.',
  trust: 'Wer meine Partien korrigiert',
  trustWhy: 'Wer deine Partien korrigieren darf, ohne zu fragen, und wessen Partien du korrigieren darfst.',
  standIns: 'Meine Platzhalter',
  standInsWhy: 'Die Namen in deinen Partien, und wer sie beansprucht hat.',
  import: 'Partien mitbringen',
  importWhy: 'Aus BG Stats, von BoardGameGeek und aus anderen Apps.',
  translations: 'Übersetzungen',
  translationsWhy: 'Die Texte von Anwendungen in anderen Sprachen.',
  data: 'Meine Daten',
  dataWhy: 'Alles als Datei speichern, Ansprüche beenden, dein Konto löschen.',
  operator: 'Der Dienst',
  operatorWhy: 'Wie es ihm geht, und wer sich anmelden darf.',
  noOffline:
    'Diese Seite wurde über einfaches http geladen, darum kann der Browser hier nichts speichern. Um offline einzutragen, brauchst du https oder localhost.',
})
