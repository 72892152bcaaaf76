/** German for `texts/stand-in.ts`. */
import { t } from '../stand-in.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Platzhalter',
  keptByMe:
    '{name} hat kein Konto: Du trägst die Ergebnisse von {name} ein. Alle, die diese Partien sehen, sehen auch diese Seite.',
  kept: '{owner} trägt die Ergebnisse von {name} ein.',
  isPerson:
    '{person} hat den Platzhalter „{name}“ beansprucht. Auf der Seite von {person} zählen alle Partien.',
  toPerson: 'Seite von {name}',
  withMe: '{name} und du',
  rename: 'Umbenennen',
  matches: '{games, plural, one {# Spiel} other {# Spiele}}, seit {month}',
  asks: '{count, plural, one {Jemand sagt} other {# Leute sagen}}: Das bin ich.',
  toInbox: 'Im Eingang antworten',
  isThisYou: 'Bist du {name}?',
  isThisYouWhy: 'Wenn {owner} zustimmt, zählen alle Partien dieses Platzhalters auch für dich.',
  thisIsMe: 'Das bin ich',
  waits: 'Du sagst, dass du {name} bist. {owner} hat noch nicht geantwortet.',
  withdraw: 'Zurückziehen',
  aheadOfYou: 'Vor dir',
  aheadOf: 'von {met, number}{level, plural, =0 {} one {, einmal gleichauf} other {, #-mal gleichauf}}',
  lastMet: 'Zuletzt getroffen',
  noMatches: 'Es gibt keine Partie von {name}, deren Ergebnis du sehen darfst.',
  missing: 'Diesen Platzhalter gibt es nicht',
  missingWhy: 'Die Adresse stimmt nicht, oder der Platzhalter wurde gelöscht.',
  refused: 'Diesen Platzhalter darfst du nicht sehen',
  refusedWhy: 'Du siehst einen Platzhalter nur, wenn du eine Partie mit ihm siehst.',
})
