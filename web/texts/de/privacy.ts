/** German for `texts/privacy.ts`. */
import { t } from '../privacy.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Wer dich sieht',
  lead: 'Mitglieder deiner Gemeinschaften sehen deinen Namen und jede Partie, die dazugehört, was immer du hier wählst.',
  profile: 'Dein Profil',
  profileWhy: 'Wer dich unter den Menschen findet und sieht, wer du in Partien bist.',
  history: 'Deine Partien',
  historyWhy: 'Wer deine Partien sieht, und dass die stattfanden, die du eingetragen hast.',
  details: 'Ihre Ergebnisse',
  detailsWhy:
    'Wer auch Punkte, Plätze und Ausstattungen sieht. Ranglisten für alle brauchen das, und deine Partien offen.',
  onlyI: 'Nur ich',
  chosen: 'Leute, die ich wähle',
  everybody: 'Alle hier',
  groups: 'Mitglieder dieser Gruppen',
  noGroup: 'Wähle mindestens eine Gruppe.',
  save: 'Speichern, wer dich sieht',
  saved: 'Gespeichert.',
  changedMeanwhile:
    'Das wurde inzwischen anderswo geändert. Sieh es dir an, wie es jetzt ist, und speichere dann noch einmal.',
})
