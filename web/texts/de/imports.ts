/** German for `texts/imports.ts`. */
import { t } from '../imports.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Partien mitbringen',
  lead: 'Wähle die Datei, die deine andere App geschrieben hat. Gespeichert wird erst, wenn du gesehen hast, was daraus wird.',
  choose: 'Datei wählen',
  drop: 'Oder zieh sie irgendwo auf diese Seite.',
  zone: 'Zeitzone der Zeiten in der Datei',
  reading: '{name} wird gelesen …',
  tooLarge: 'Die Datei hat mehr als 64 MB. Teile sie, und bring die Teile nacheinander mit.',
  where: 'Woher bekomme ich die Datei?',
  fromBgStats: 'Der Export als JSON oder eine geteilte Partie (.bgsplay).',
  fromBgg: 'Deine Partien als XML: boardgamegeek.com/xmlapi2/plays?username=…, als Datei gespeichert.',
  fromNemeStats: 'Der Export der gespielten Partien.',
  fromTracker: 'Der eigene Export.',
  fromCsv: 'Eine Zeile je Person und Partie, darüber eine Zeile mit den Namen der Spalten.',
  csv: 'Tabelle (CSV)',

  earlier: 'Frühere Importe',
  earlierNone: 'Du hast noch keine Datei mitgebracht.',
  fileOf: '{format}, {when}',
  state:
    '{state, select, QUESTIONS {Wartet auf deine Antworten} READY {Nicht gestartet} RUNNING {Läuft} FAILED {Abgebrochen} EXPIRED {Abgelaufen} other {Fertig}}',
  forget: 'Diesen Import vergessen',
  forgetThis: 'Diesen Import vergessen: {name}',
  forgetTitle: 'Diesen Import vergessen?',
  forgetWhy:
    'Die Partien, die er angelegt hat, bleiben. Dieselbe Datei legt trotzdem keine Partie ein zweites Mal an.',
  forgetRunning: 'Er endet jetzt. Die Partien, die er bis jetzt angelegt hat, bleiben.',
  forgotten: 'Der Import ist vergessen.',
  gone: 'Diesen Import gibt es nicht',
  goneWhy: 'Er wurde vergessen, oder er gehört nicht dir.',
  other: 'Andere Datei wählen',
  expired: 'Dieser Import ist abgelaufen',
  expiredWhy:
    'Lange hat niemand weitergemacht, darum sind seine Partien hier nicht mehr aufbewahrt. Wähle die Datei noch einmal; nichts entsteht doppelt.',

  willBe: '{count, plural, one {# Partie wird angelegt} other {# Partien werden angelegt}}',
  same: '{count, plural, one {# ist schon da} other {# sind schon da}}',
  corrects: '{count, plural, one {# Entwurf wird korrigiert} other {# Entwürfe werden korrigiert}}',
  proposes:
    '{count, plural, one {# Korrektur wird vorgeschlagen} other {# Korrekturen werden vorgeschlagen}}',
  waits:
    '{count, plural, one {# wartet} other {# warten}} auf {games, plural, one {# Spiel} other {# Spiele}}',
  leftOut: '{count, plural, one {# bleibt draußen} other {# bleiben draußen}}',
  made: '{count, plural, one {# Partie wurde angelegt} other {# Partien wurden angelegt}}',
  corrected: '{count, plural, one {# Entwurf wurde korrigiert} other {# Entwürfe wurden korrigiert}}',
  proposed:
    '{count, plural, one {# Korrektur wurde vorgeschlagen} other {# Korrekturen wurden vorgeschlagen}}',
  because: '{what}: {why}',
  nothing: 'Nichts ändert sich: Jede Partie dieser Datei ist schon da.',
  noPlays: 'In dieser Datei ist keine Partie.',
  matches: 'Die Partien der Datei',
  listGone: 'Diese Liste ist nicht mehr aufbewahrt.',
  listUntil: 'Die Listen der fertigen Partien bleiben bis {when}.',
  keptUntil: 'Wenn du ihn nicht startest, bleibt dieser Import bis {when}.',
  fileNotes: 'Zur Datei',
  zoneWhy: 'Für Zeiten in der Datei, die nichts über eine Zone sagen. Was schon entstanden ist, bleibt.',
  draft: 'bleibt ein Entwurf, denn laut Datei ist sie nicht zu Ende',
  untitled: 'Eine Partie ohne Spiel',

  start: '{count, plural, one {# Partie mitbringen} other {# Partien mitbringen}}',
  startChanges: '{count, plural, one {# Änderung machen} other {# Änderungen machen}}',
  again: 'Noch einmal versuchen',
  askEditors: 'Um die fehlenden Spiele bitten',
  askWhy: 'Nur wer den Katalog betreut, kann Spiele hinzufügen. Dort ist dann zu sehen, welche du brauchst.',
  lookAgain: 'Noch einmal nach den Spielen sehen',
  waitingWhy:
    'Nur wer den Katalog betreut, kann Spiele hinzufügen, und sieht, welche fehlen. Komm wieder, wenn sie da sind.',
  changed: 'Dieser Import hat sich in einem anderen Fenster geändert. Sieh ihn dir noch einmal an.',

  running: '{done, number} von {all, number} Partien',
  runningTitle: 'Deine Partien werden angelegt',
  runningWhy: 'Du kannst diese Seite schließen. Es geht ohne dich weiter.',
  percent: '{percent, number} Prozent fertig',
  questionsTitle: 'Erst ein paar Fragen',
  readyTitle: 'Was aus der Datei wird',
  finished: 'Fertig',
  toMatches: 'Deine Partien ansehen',
  failed: 'Es ist abgebrochen',
  failedWhy: 'Was bis jetzt angelegt wurde, bleibt. Ein neuer Versuch legt nichts doppelt an.',

  whoTitle: 'Wer ist das?',
  whoWhy: 'Du hast Platzhalter mit ähnlichen Namen. Deine Antworten gelten auch für die nächste Datei.',
  whichTitle: 'Welches Spiel ist das?',
  whichWhy: 'Es gibt Spiele mit ähnlichen Namen. Deine Antworten gelten auch für die nächste Datei.',
  inMatches: '{count, plural, one {in # Partie} other {in # Partien}}',
  newStandIn: 'Ein neuer Platzhalter',
  wait: 'Auf ein anderes Spiel warten',
  leaveOut: 'Weglassen',
  another: 'Jemand anderes …',
  anotherGame: 'Ein anderes Spiel …',
  findPerson: 'Deine Platzhalter durchsuchen',
  findGame: 'Spiele durchsuchen',
  answerAll: '{count, plural, one {So antworten} other {Alle # so beantworten}}',
  notAnswered: 'nicht beantwortet',

  people: 'Die Leute der Datei',
  games: 'Die Spiele der Datei',
  peopleKnown: '{count, plural, one {# Person ist hier bekannt} other {# Personen sind hier bekannt}}',
  peopleNew:
    '{count, plural, one {# Person wird ein neuer Platzhalter} other {# Personen werden neue Platzhalter}}',
  peopleOut: '{count, plural, one {# Person bleibt draußen} other {# Personen bleiben draußen}}',
  gamesKnown: '{count, plural, one {# Spiel ist da} other {# Spiele sind da}}',
  gamesWait: '{count, plural, one {# Spiel fehlt} other {# Spiele fehlen}}',
  gamesOut: '{count, plural, one {# Spiel bleibt draußen} other {# Spiele bleiben draußen}}',
  expansionsKnown: '{count, plural, one {# Erweiterung ist da} other {# Erweiterungen sind da}}',
  expansionsOut:
    '{count, plural, one {# Erweiterung fehlt, also kommen ihre Partien ohne sie} other {# Erweiterungen fehlen, also kommen ihre Partien ohne sie}}',
  playsetsKnown: '{count, plural, one {# Spielset ist da} other {# Spielsets sind da}}',
  playsetsOut:
    '{count, plural, one {# Spielset gibt es hier nicht, seine Partien kommen ohne} other {# Spielsets gibt es hier nicht, ihre Partien kommen ohne}}',
  is: 'ist {name}',
  change: 'Ändern',
  changeThis: 'Die Antwort zu {name} ändern',
  changeTitle: 'Wer oder was ist {name}?',
  save: 'Speichern',

  addGames: '{count, plural, one {Dieses Spiel hinzufügen} other {Diese # Spiele hinzufügen}}',
  addGamesWhy:
    'Du darfst Spiele hinzufügen. Name, Personenzahl und Wertung kommen aus der Datei oder aus ihren Partien. Sieh sie dir vorher an, wenn du magst.',
  newGames: '{count, plural, one {# Spiel, das hinzukommt} other {# Spiele, die hinzukommen}}',
  changeGame: '{name} ändern',
  adding: '{done, number} von {all, number} Spielen hinzugefügt',
  notAdded:
    '{count, plural, one {# Spiel konnte nicht hinzugefügt werden} other {# Spiele konnten nicht hinzugefügt werden}}: {why}',

  reason:
    '{reason, select, NO_TIME {sie hat kein Datum} NO_DATE {sie hat kein Datum} NO_GAME {sie hat kein Spiel} NOBODY {niemand spielt mit} NO_PARTICIPANTS {niemand spielt mit} MANY_PARTICIPANTS {zu viele spielen mit} UNKNOWN_PERSON {jemand daraus fehlt in der Datei} ID_TWICE {sie steht zweimal in der Datei} REPEATED_PLAY {sie steht zweimal in der Datei} GAME_LEFT_OUT {ihr Spiel bleibt draußen} PEOPLE_LEFT_OUT {alle daraus bleiben draußen} PERSON_TWICE {jemand spielt zweimal mit} PERSON_DELETED {ein Platzhalter wurde gelöscht} DELETED_HERE {du hast sie hier gelöscht} CHANGED_HERE {du hast sie hier geändert, und das bleibt} OTHER_GAME {sie hat jetzt ein anderes Spiel} OTHER_PEOPLE {sie hat jetzt andere Leute} EDIT_REFUSED {ihre Korrektur kann nicht vorgeschlagen werden} UNFINISHED {sie ist nicht zu Ende} NO_PLAY {sie ist nicht lesbar} CUT_ROW {die Datei endet mitten in ihr} other {{code}}}',
  note: '{kind, select, SCORE_UNREADABLE {Punkte, die keine Zahl sind, als Einzelheit behalten} IGNORED {als ignoriert markiert} INCOMPLETE {als nicht beendet markiert} NO_WIN_STATS {als nicht zählend markiert} WINNERS_ONLY {die Datei nennt nur, wer gewonnen hat} OWNER_ALONE {die Datei nennt niemanden, also nur du} EXPANSION_AS_GAME {eine Erweiterung als Spiel} EXPANSION_UNKNOWN {eine Erweiterung, die es hier nicht gibt} UNCLEAR_EXPANSIONS {Erweiterungen, deren Namen und Nummern nicht passen} PLAYSET_UNKNOWN {ein Spielset, das es hier nicht gibt} COMMUNITY_LEFT_OUT {eine Gemeinschaft, weggelassen} PERSON_LEFT_OUT {eine Person, weggelassen} NO_PERSON {eine Person, die in der Datei fehlt} REPEATED_PERSON {eine Person, die zweimal mitspielt} NO_LOCATION {ein Ort, der in der Datei fehlt} LOADOUT_TOO_LONG {zu lange Einzelheiten, weggelassen} NO_LOADOUT {unlesbare Einzelheiten} NAME_CUT {ein gekürzter Name} NAME_CLEANED {ein bereinigter Name} NO_NAME {kein Name} TEXT_CUT {ein gekürzter Text} NO_DATE {kein Datum} DOUBTFUL_DATE {ein zweifelhaftes Datum} NO_TIME_ZONE {eine unbekannte Zeitzone} QUANTITY {mehrere Partien in einem Eintrag} MANY_PLAYS {zu viele Partien in einem Eintrag, also eine} NO_NUMBER {eine unlesbare Zahl} NO_STATUS {ein unbekannter Status} NO_OUTCOME {ein unbekanntes Ergebnis} CONTRADICTION {zwei Zeilen, die sich widersprechen; die erste zählt} LEFT_OUT {weggelassen} OTHER_TIME {eine andere Zeit als hier} EDIT_REFUSED {eine abgelehnte Korrektur} MISSING_PAGES {Seiten fehlen} ENCODING_GUESSED {Buchstaben stimmen vielleicht nicht} REPEATED_ID {dieselbe Nummer zweimal} NO_ID {etwas ohne Nummer} DELETED {in der anderen App gelöscht} MORE_FAULTS {mehr, als hier steht} MORE_NOTES {mehr, als hier steht} other {{code}}}: {found}',
})
