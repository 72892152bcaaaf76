/** German for `texts/last-day.ts`. */
import { t } from '../last-day.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  lastDay: 'Der letzte Tag',
  noFigures: 'Die Zahlen beginnen etwa zehn Minuten nach dem Start des Dienstes.',
  time: 'Zeit',
  requests: 'Anfragen',
  requestsHow: 'Je Sekunde, an alle Instanzen.',
  requestsEach: 'Anfragen je Sekunde',
  refusedAndFailed: 'Abgelehnt und fehlgeschlagen',
  refusedAndFailedHow:
    'Der Anteil der Anfragen, die im Dienst fehlschlugen. Die rote Linie ist der Anteil, den er ablehnte.',
  shareFailed: 'Fehlgeschlagen',
  shareRefused: 'Abgelehnt',
  answerTimes: 'Wie lange Antworten dauern',
  answerTimesHow:
    '99 von 100 dauerten kürzer. Die rote Linie ist die Zeit, die die Hälfte höchstens brauchte.',
  slowAnswers: '99 von 100 dauern kürzer',
  medianAnswers: 'Die Hälfte dauert kürzer',
  share: '{value} %',
  milliseconds: '{value} ms',
  connections: 'Verbindungen',
  connectionsHow: 'Zu PostgreSQL, von allen Programmen.',
  memory: 'Speicher',
  memoryHow: 'Von allen Instanzen, ohne PostgreSQL.',
  waits: 'Was wartet',
  waitsHow: 'Mails. Die rote Linie sind Ereignisse ohne Platz im Log.',
  trendLabel: 'Jetzt {now}',
})
