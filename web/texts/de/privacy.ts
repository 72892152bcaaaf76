/** German for `texts/privacy.ts`. */
import { t } from '../privacy.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Wer dich sieht',
  lead: 'Was immer du hier wählst: Mitglieder deiner Gemeinschaften sehen deinen Namen und jede Partie, die zur Gemeinschaft gehört.',
  profile: 'Dein Profil',
  profileWhy: 'Wer dich unter „Leute“ findet und in Partien erkennt.',
  history: 'Deine Partien',
  historyWhy: 'Wer sieht, welche Partien du gespielt und eingetragen hast.',
  details: 'Ergebnisse deiner Partien',
  detailsWhy:
    'Wer auch Punkte, Plätze und Ausstattungen sieht. Ranglisten für alle zählen deine Partien nur, wenn alle sie und ihre Ergebnisse sehen dürfen.',
  onlyI: 'Nur ich',
  chosen: 'Leute, die ich wähle',
  everybody: 'Alle hier',
  groups: 'Mitglieder dieser Gruppen',
  noGroup: 'Wähle mindestens eine Gruppe.',
  save: 'Speichern, wer dich sieht',
  saved: 'Gespeichert.',
  changedMeanwhile:
    'Das wurde inzwischen anderswo geändert. Sieh es dir noch einmal an, und speichere dann erneut.',
})
