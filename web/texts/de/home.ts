/** German for `texts/home.ts`. */
import { t } from '../home.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Hallo, {name}',
  inbox: '{count, number} für dich im Eingang',
  waiting: '{count, plural, one {# Partie wartet} other {# Partien warten}} auf diesem Gerät',
  waitingWhy: 'Wird automatisch gesendet, sobald der Dienst erreichbar ist.',
  needsYou: 'Braucht deine Aufmerksamkeit',
  notSent: 'Noch nicht gesendet',
  unnamed: 'Eine neue Partie',
  drafts: 'Nicht abgeschlossen',
  allDrafts: 'Alle Entwürfe',
  last: 'Letzte Partien',
  allMatches: 'Alle Partien',
  month:
    '{month}: {matches, plural, =0 {noch keine Partie} one {# Partie} other {# Partien}}{placed, plural, =0 {} other {, {won, number} von {placed, number} gewonnen}}',
  allNumbers: 'Deine Zahlen',
  record: 'Partie eintragen',
  firstTitle: 'Fang mit einer Partie an',
  firstGameTitle: 'Zuerst brauchst du ein Spiel',
  firstWhy:
    'Wähle ein Spiel, trag ein, wer mitspielt, und schreib die Punkte auf. Alles andere baut darauf auf.',
  firstGame: 'Das erste Spiel hinzufügen',
  firstGameWhy: 'Es gibt noch keine Spiele, und jede Partie braucht eines.',
  firstAsk:
    'Es gibt noch keine Spiele. Nur wer den Katalog betreut, kann welche hinzufügen: Frag die Person, die dieses Scorebook verwaltet.',
  bring: 'Partien mitbringen',
  bringWhy:
    'Wenn du sie in einer anderen App eingetragen hast, kannst du sie alle mit einer Datei mitbringen.',
  next: 'Und danach',
  thenRecord: 'Wähle ein Spiel, füge die Mitspielenden hinzu und trag die Punkte ein.',
  thenStandIns:
    'Ein Platzhalter ist ein Name, den du für jemanden an deinem Tisch einträgst. Diese Person kann ihn beanspruchen.',
  thenGames: 'Sieh nach, welche Spiele du hier eintragen kannst.',
  toStandIns: 'Platzhalter',
  toGames: 'Spiele',
  toSettings: 'Einstellungen',
  thenSettings: 'Wähle Namen, Sprache und Aussehen.',
  communities: 'Deine Gemeinschaften',
  allCommunities: 'Alle Gemeinschaften',
  findCommunities: 'Gemeinschaften finden',
})
