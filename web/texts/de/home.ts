/** German for `texts/home.ts`. */
import { t } from '../home.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Hallo, {name}',
  waiting: '{count, plural, one {# Partie wartet} other {# Partien warten}} auf diesem Gerät',
  waitingWhy: 'Wird von selbst gesendet, sobald der Dienst erreichbar ist.',
  needsYou: 'Braucht dich',
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
  firstGameTitle: 'Zuerst ein Spiel',
  firstWhy: 'Wähle ein Spiel, nenne, wer am Tisch saß, trag die Punkte ein. Alles andere ergibt sich daraus.',
  firstGame: 'Das erste Spiel hinzufügen',
  firstGameWhy: 'Es gibt noch keine Spiele, und jede Partie braucht eines.',
  firstAsk: 'Es gibt noch keine Spiele. Wer den Katalog betreut, fügt sie hinzu; frag deine Verwaltung.',
  next: 'Und danach',
  thenStandIns: 'Platzhalter sind die Namen an deinem Tisch. Wer gemeint ist, kann seinen beanspruchen.',
  thenGames: 'Sieh nach, welche Spiele es hier gibt.',
  toStandIns: 'Platzhalter',
  toGames: 'Spiele',
  toSettings: 'Einstellungen',
  thenSettings: 'Wähle Namen, Sprache und Aussehen.',
  communities: 'Deine Gemeinschaften',
  allCommunities: 'Alle Gemeinschaften',
  findCommunities: 'Gemeinschaften finden',
})
