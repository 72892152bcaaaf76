/** The texts of the plots of the last day, for operators. */
import { text, texts } from './text.ts'

export const t = texts('lastDay', {
  lastDay: 'The last day',
  noFigures: 'The figures begin about ten minutes after the start of the service.',
  time: 'Time',
  requests: 'Requests',
  requestsHow: 'A second, to all instances.',
  requestsEach: 'Requests a second',
  refusedAndFailed: 'Refused and failed',
  refusedAndFailedHow:
    'The share of requests that failed in the service. The red line is the share that it refused.',
  shareFailed: 'Failed',
  shareRefused: 'Refused',
  answerTimes: 'How long answers take',
  answerTimesHow: '99 of 100 took less. The red line is the time that half of them needed at most.',
  slowAnswers: '99 of 100 take less',
  medianAnswers: 'Half take less',
  share: text('{value}%', { value: 'STRING' }),
  milliseconds: text('{value} ms', { value: 'STRING' }),
  connections: 'Connections',
  connectionsHow: 'To PostgreSQL, of all programs.',
  memory: 'Memory',
  memoryHow: 'Of all instances, without PostgreSQL.',
  waits: 'What waits',
  waitsHow: 'Mails. The red line is events without a place in the log.',
  trendLabel: text('Now {now}', { now: 'STRING' }),
})
