/** Recognises the language of rules that do not state it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languageOf } from '../../../src/pipeline/outside/language.ts'

const RULES = {
  en: 'Shuffle the deck and deal five cards to everybody. Whoever lit the most lamps by the end of the third round wins, and ties are broken by the tallest tower.',
  de: 'Mischt den Stapel und gebt allen fünf Karten. Wer am Ende der dritten Runde die meisten Lampen angezündet hat, gewinnt; bei Gleichstand zählt der höchste Turm.',
  fr: 'Mélangez la pioche et donnez cinq cartes à tout le monde. Celui qui a allumé le plus de lampes à la fin de la troisième manche gagne la partie.',
  es: 'Barajad el mazo y dad cinco cartas a todos. Quien haya encendido más lámparas al final de la tercera ronda gana la partida.',
  it: 'Mescolate il mazzo e date cinque carte a tutti. Chi ha acceso più lampade alla fine del terzo turno vince la partita.',
  nl: 'Schud de stapel en geef iedereen vijf kaarten. Wie aan het einde van de derde ronde de meeste lampen heeft aangestoken, wint het spel.',
  pt: 'Embaralhem o monte e deem cinco cartas a todos. Quem tiver acendido mais lâmpadas no fim da terceira rodada vence a partida.',
  pl: 'Potasujcie talię i rozdajcie wszystkim po pięć kart. Kto do końca trzeciej rundy zapali najwięcej lamp, wygrywa grę.',
  sv: 'Blanda leken och ge alla fem kort. Den som har tänt flest lampor när den tredje rundan är slut vinner spelet.',
  cs: 'Zamíchejte balíček a rozdejte všem pět karet. Kdo na konci třetího kola rozsvítil nejvíce lamp, vyhrává hru.',
  fi: 'Sekoittakaa pakka ja jakakaa kaikille viisi korttia. Se, joka on sytyttänyt eniten lamppuja kolmannen kierroksen lopussa, voittaa pelin.',
  hu: 'Keverjétek meg a paklit, és osszatok mindenkinek öt lapot. Az nyer, aki a harmadik kör végéig a legtöbb lámpát gyújtotta meg.',
  ru: 'Перемешайте колоду и раздайте всем по пять карт. Побеждает тот, кто к концу третьего раунда зажёг больше всего ламп.',
  el: 'Ανακατέψτε την τράπουλα και μοιράστε πέντε κάρτες σε όλους. Κερδίζει όποιος έχει ανάψει τα περισσότερα φώτα στο τέλος του τρίτου γύρου.',
  ja: '山札をよく混ぜて、全員に五枚ずつカードを配ります。三回目のラウンドが終わったとき、最も多くのランプを灯していた人が勝ちとなります。同点のときは、いちばん高い塔を建てた人が勝ちです。それも同じなら、勝利を分け合います。',
}

for (const [language, text] of Object.entries(RULES))
  test(`rules in ${language} are`, async () =>
    assert.equal(await languageOf(`${text}\n`.repeat(20)), language))

test('a cover in another language does not decide', async () => {
  assert.equal(await languageOf(`${RULES.en}\n`.repeat(4) + `${RULES.it}\n`.repeat(80)), 'it')
})

for (const [what, text] of [
  [
    'in five languages',
    ['en', 'de', 'fr', 'pl', 'fi'].map((one) => RULES[one as 'en'].repeat(20)).join('\n'),
  ],
  ['of numbers', '12 34 56 +3 x 2 = 7 A1 B2 C3 99 100 200 4/5 '.repeat(50)],
  ['of a few words', 'Harbour Lights. Rules of the game.'],
  ['without a word', ''],
] as const)
  test(`a text ${what} has none`, async () => assert.equal(await languageOf(text), undefined))
