/** German for `texts/same.ts`. */
import { t } from '../same.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  question: 'Ist das dieselbe Person: {name}?',
  mine: 'Von mir',
  theirs: 'Von {name}',
  withAccount: 'Hat ein Konto',
  matches: 'Partien',
  withYou: '{count, number} mit dir',
  since: 'Seit',
  alsoThere: 'Auch dabei',
  nothing: '–',
  neverTogether: 'Du siehst keine Partie, in der beide am selben Tisch saßen.',
  answers: 'Deine Antwort',
  yes: 'Ja, aber nur für mich',
  yesWhy: 'Sie zählen als eine Person, aber nur auf deinen Seiten. Du kannst das rückgängig machen.',
  yesAndCode: 'Ja, und einen Code erstellen',
  yesAndCodeWhy:
    'Wenn {name} den Code scannt, zählen deine Partien auch für {name}. Bis dahin zählen die beiden nur für dich als eine Person.',
  yesAndAsk: 'Ja, und {name} fragen',
  yesAndAskWhy:
    'Du fragst mit einem Code. Sobald {name} annimmt, zählen die beiden für alle als eine Person.',
  no: 'Nein, zwei Personen',
  noWhy: 'Du wirst nicht wieder gefragt.',
  choose: 'Wähle zuerst eine Antwort.',
  notNow: 'Nicht jetzt',
  answer: 'Antworten',
  countAsOne: 'Als eine Person zählen',
  makeCode: 'Code erstellen',
  ask: '{name} fragen',
  keepApart: 'Getrennt lassen',
  isOne: 'Beide mit dem Namen {name} zählen für dich jetzt als eine Person.',
  areTwo: 'Das sind zwei Personen. Du wirst nicht wieder gefragt.',
  undo: 'Rückgängig',
  undone: 'Sie zählen wieder als zwei Personen.',
  asOne: 'Als eine Person gezählt',
  asOneWhy: 'Du hast gesagt, dass das dieselbe Person ist. Als eine Person zählen sie nur auf deinen Seiten.',
  both: '{one} und {other}',
  undoBoth: 'Rückgängig: {one} und {other}',
  keepToo:
    'Auch du hast einen Platzhalter {name}: {count, plural, one {# Partie} other {# Partien}} mit dir.',
  keepsToo:
    'Auch {owner} hat einen Platzhalter {name}: {count, plural, one {# Partie} other {# Partien}} mit dir.',
  hasAccountToo:
    'Es gibt auch jemanden namens {name} mit Konto: {count, plural, one {# Partie} other {# Partien}} mit dir.',
  theSame: 'Dieselbe Person?',
})
