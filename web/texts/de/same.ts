/** German for `texts/same.ts`. */
import { t } from '../same.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  question: 'Ist das derselbe Mensch: {name}?',
  mine: 'Von mir',
  theirs: 'Von {name}',
  withAccount: 'Hat ein Konto',
  matches: 'Partien',
  withYou: '{count, number} mit dir',
  since: 'Seit',
  alsoThere: 'Auch dabei',
  nothing: '–',
  neverTogether: 'Du siehst keine Partie, in der beide an einem Tisch saßen.',
  answers: 'Deine Antwort',
  yes: 'Ja, für mich',
  yesWhy:
    'Auf deinen Seiten werden sie eine Zeile. Sonst sieht das niemand, und du kannst es rückgängig machen.',
  yesAndCode: 'Ja, und einen Code erstellen',
  yesAndCodeWhy:
    'Wenn {name} ihn scannt, zählen auch deine Partien für {name}. Bis dahin gilt das Ja nur für dich.',
  yesAndAsk: 'Ja, und {name} fragen',
  yesAndAskWhy: 'Du fragst mit einem Code. Sobald {name} annimmt, gilt das Ja für alle.',
  no: 'Nein, zwei Menschen',
  noWhy: 'Du wirst nicht wieder gefragt.',
  choose: 'Wähle zuerst eine Antwort.',
  notNow: 'Nicht jetzt',
  answer: 'Antworten',
  countAsOne: 'Als eine Person zählen',
  makeCode: 'Code erstellen',
  ask: '{name} fragen',
  keepApart: 'Getrennt lassen',
  isOne: '{name} zählt für dich jetzt als eine Person.',
  areTwo: 'Das sind zwei Menschen. Du wirst nicht wieder gefragt.',
  undo: 'Rückgängig',
  undone: 'Sie zählen wieder als zwei Personen.',
  asOne: 'Als eine Person gezählt',
  asOneWhy:
    'Du hast gesagt, dass sie ein und dieselbe Person sind. Als eine Person zählen sie nur auf deinen Seiten.',
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
