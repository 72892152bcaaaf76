/** German for `texts/privacy.ts`. */
import { t } from '../privacy.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Wer mich sieht',
  lead: 'Jede Änderung gilt sofort.',
  page: 'Meine Seite ist sichtbar für',
  pageWhy: 'Name, Zahlen, mein Platz in Listen.',
  matches: 'Meine Partien sind sichtbar für',
  matchesWhy: 'Welches Spiel, wann und mit wem.',
  scores: 'Meine Ergebnisse sind sichtbar für',
  scoresWhy: 'Punkte, Plätze und wer gewonnen hat.',
  onlyMe: 'nur mich',
  chosen: 'ausgewählte Leute',
  everybody: 'alle hier',
  group: '{name}, {count, number}',
  add: '+ Leute hinzufügen',
  addTitle: 'Leute hinzufügen',
  addLabel: 'Name',
  nobodyYet:
    'Hier findest du die Leute, deren Seite du sehen darfst: alle aus deinen Gemeinschaften, und alle, die ihre Seite für alle öffnen. Wenn jemand fehlt, gründe eine Gemeinschaft und lass den Code scannen.',
  toCommunities: 'Zu den Gemeinschaften',
  chosenGroup: 'Leute, die ich ausgewählt habe',
  seeAll:
    '{count, plural, one {Person sieht} other {Leute sehen}} das jetzt: alle, die hier ein Konto haben.',
  see: '{count, plural, one {Person sieht} other {Leute sehen}} das jetzt',
  among: '{count, plural, one {Person sieht} other {Leute sehen}} das jetzt, darunter',
  namely: '{count, plural, one {Person sieht} other {Leute sehen}} das jetzt:',
  besides: 'dazu {count, number} vom Tisch oder aus deinen Gemeinschaften',
  wider: 'Die Ergebnisse sehen nur Leute, die auch die Partien sehen.',
  changedMeanwhile:
    'Das wurde inzwischen anderswo geändert. Sieh dir die Einstellung an, und wähle noch einmal.',
  offline: 'Der Dienst antwortet nicht, darum wurde nichts geändert.',
  table: 'Wer bei einer Partie am Tisch saß, sieht sie immer.',
  community:
    'sieht {count, plural, one {die Partie} other {die # Partien}}, die du dort eingetragen hast, egal was du hier wählst.',
  left: 'sieht weiterhin {count, plural, one {die Partie} other {die # Partien}}, die du dort eingetragen hast. Du bist nicht mehr Mitglied, darum zählen die Mitglieder hier nicht mit.',
  fellows: 'Leute aus deinen Gemeinschaften und aus deinen Gruppen sehen deine Seite immer.',
  others: 'Bei Partien, die jemand anderes eingetragen hat, entscheidet diese Person, wer sie sieht.',
  trusted: 'Wer deine Partien korrigiert, ohne zu fragen',
  look: 'Deine Seite aus der Sicht anderer',
  lookWhy: 'Wähle eine Person oder Gruppe, und sieh deine Seite so wie sie.',
  who: 'Aus wessen Sicht?',
  stranger: 'Jemand, der neu hier ist',
  people: 'Leute',
  groups: 'Gruppen',
  somebodyElse: 'Jemand anderes …',
  somebodyTitle: 'Aus wessen Sicht?',
  show: 'Meine Seite zeigen',
  lookGone:
    'Du siehst diese Person oder Gruppe nicht mehr, darum kannst du dir ihre Sicht nicht zeigen lassen.',
  looksAs: 'So sieht {name} deine Seite.',
  looksAsGroup: 'So sehen Leute aus {name} deine Seite, wenn euch sonst nichts verbindet.',
  looksAsStranger: 'So sieht jemand deine Seite, der neu hier ist.',
  noOpponents: 'Wer hier steht, hängt von den Leuten ab, mit denen du gespielt hast. Darum fehlt die Liste.',
  seen: '{recorded, plural, =0 {Du hast selbst keine Partie eingetragen.} other {{seen, plural, =0 {Keine} other {#}} von {recorded, plural, one {# Partie} other {# Partien}}, die du eingetragen hast.}}',
  details:
    '{count, plural, =0 {Keine Ergebnisse.} one {# Partie mit Ergebnissen.} other {# Partien mit Ergebnissen.}}',
  drafts:
    'Auch {count, plural, one {# Entwurf} other {# Entwürfe}}, weil deine Partien korrigiert werden dürfen.',
  newest: 'Deine Partien, die sichtbar sind',
  withScores: 'mit Ergebnissen',
  withoutScores: 'ohne Ergebnisse',
  onlyMine:
    'Bei Partien, die andere eingetragen haben, entscheiden diese. Die Seite oben zählt nur die, von denen du wissen darfst. Darum kann sie etwas weniger zeigen, als die anderen sehen.',
  seersPage: 'Wer meine Seite sieht',
  seersMatches: 'Wer meine Partien sieht',
  seersScores: 'Wer meine Ergebnisse sieht',
  seersLead: 'Zuerst kommen die Leute, mit denen du am meisten gespielt hast.',
  seersEverybody: 'Alle, die hier ein Konto haben, sehen das. Darunter sind diese Leute, die dich kennen:',
  seersHidden:
    '{count, plural, one {Eine weitere Person ist} other {# weitere Leute sind}} für dich nicht sichtbar, darum siehst du nur die Zahl.',
  seersHiddenPlayers:
    '{count, plural, one {Eine Person vom Tisch ist} other {# Leute vom Tisch sind}} für dich nicht sichtbar.',
  seersNone: 'Niemand, dessen Namen du sehen darfst.',
  back: 'Zurück zu „Wer mich sieht“',
  some: 'nur einige Partien',
  becauseSetting: 'von dir ausgewählt',
  becauseTrust: 'darf deine Partien korrigieren',
  becauseTable: 'saß am Tisch',
  becauseCommunity: 'in einer Gemeinschaft mit dir',
  becauseGroup: 'in einer Gruppe von dir',
  askTitle: 'Wer darf das sehen?',
  askLead:
    'Was du auch wählst: Die Leute vom Tisch, die Mitglieder der Gemeinschaft dieser Partie und die Leute, die deine Partien korrigieren dürfen, sehen sie. Wähle, wer sie noch sieht. In den Einstellungen kannst du das ändern.',
  askDone: 'Fertig',
})
