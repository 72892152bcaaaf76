/** `scorebook import`: sends a file of another tracker to the running service, asks what is unsure, and waits for the matches. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { configBeside } from '../service/running.ts'
import { type Import, Imports, type Question, Refused } from '../client/imports.ts'
import { problemLines } from '../client/problem-lines.ts'
import { Requests } from '../client/requests.ts'
import { type Command, CommandFailed, UsageError, textOf } from '../command.ts'
import { harmless } from '../harmless.ts'
import { barOf } from '../progress-bar.ts'
import { fileReason } from '../reasons.ts'
import { sourceOf } from './api-arguments.ts'

export const importCommand: Command = {
  name: 'import',
  summary: 'Bring your matches from another tracker into the running service',
  about:
    'Signs in as `scorebook api` does. It shows what the file would make, asks who and what is unsure, and makes the matches.\n' +
    'The same file again makes nothing twice. If the command was interrupted, run it again: it finds its import, which goes on meanwhile.',
  arguments: [
    { name: 'FILE', help: 'An export of BG Stats, BoardGameGeek, NemeStats or Board Game Tracker, or CSV' },
  ],
  options: {
    'dry-run': { type: 'boolean', help: 'Only show what the file would make' },
    yes: { type: 'boolean', help: 'Ask nothing: take what the service suggests' },
    'time-zone': {
      type: 'string',
      value: 'ZONE',
      help: 'The time zone of times without one, such as Europe/Berlin; without it the time zone of this machine',
    },
    'token-file': {
      type: 'string',
      value: 'FILE',
      help: 'A file with an access token, in place of the sign-in; SCOREBOOK_TOKEN can have one too',
    },
  },
  async run(values, { env, cwd, print }) {
    const config = await configBeside(env, cwd)
    const file = resolve(cwd, textOf(values, 'FILE') ?? '')
    const bytes = await readFile(file).catch((error: unknown) => {
      throw new UsageError(`${file} cannot be read: ${fileReason(error)}.`)
    })
    const source = await sourceOf(values, { env, cwd, config })
    const service = new Imports(
      new Requests(config.baseUrl, source, (line) => process.stderr.write(`${line}\n`)),
    )
    try {
      const zone = textOf(values, 'time-zone') ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
      if (values['dry-run']) {
        const made = await service.upload(new Blob([bytes]), zone)
        for (const line of planOf(made)) print(line)
        await service.forget(made.id)
        return 0
      }
      const before = await service.unfinished(createHash('sha256').update(bytes).digest('hex'))
      if (before) print('You already started an import of this file. It continues where it stopped.')
      const made =
        before === undefined
          ? await service.upload(new Blob([bytes]), zone)
          : before.state === 'RUNNING'
            ? before
            : await service.again(before.id, zone)
      if (made.state !== 'RUNNING') {
        for (const line of planOf(made)) print(line)
        await answered(service, made, values['yes'] === true, print)
        await service.send('POST', `/imports/${made.id}/start`)
      }
      const done = await ended(service, made.id)
      for (const line of outcomeOf(done)) print(line)
      return done.state === 'DONE' ? 0 : 1
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      for (const line of problemLines(error.status, error.text)) process.stderr.write(`${line}\n`)
      return 1
    }
  },
}

function planOf({ plays, names, notes }: Import): string[] {
  const count = (kind: string, decision: string) =>
    names.find((one) => one.kind === kind && one.decision === decision)?.names ?? 0
  const unknown = (kind: string, what: string) =>
    count(kind, 'LEFT_OUT') === 0 ? [] : [`  ${what}: ${count(kind, 'LEFT_OUT')} not here, so left out`]
  return [
    'The file would make:',
    ...plays.map(lineOf),
    `  people: ${count('PERSON', 'KNOWN')} known, ${count('PERSON', 'NEW')} new, ${count('PERSON', 'ASKED')} unsure, ${count('PERSON', 'LEFT_OUT')} left out`,
    `  games: ${count('GAME', 'KNOWN')} known, ${count('GAME', 'WAITS')} not here, ${count('GAME', 'ASKED')} unsure, ${count('GAME', 'LEFT_OUT')} left out`,
    ...unknown('EXPANSION', 'expansions'),
    ...unknown('PLAYSET', 'playsets'),
    ...notes.map(
      (note) => `  the file: ${note.count} × ${harmless(note.kind)} (${harmless(note.found.join(', '))})`,
    ),
  ]
}

const WORDS: Record<string, string> = {
  NEW: 'new matches',
  SAME: 'imported before',
  CORRECTS_DRAFT: 'corrections of drafts',
  PROPOSES_EDIT: 'edits to propose',
  WAITS_FOR_GAME: 'wait for a game',
  LEFT_OUT: 'left out',
  IMPORTED: 'imported',
  CORRECTED: 'drafts corrected',
  PROPOSED: 'edits proposed',
}

const lineOf = ({ status, reason, plays }: Import['plays'][number]) =>
  `${String(plays).padStart(7)} ${WORDS[status] ?? status}${reason === undefined ? '' : ` (${harmless(reason)})`}`

const outcomeOf = ({ plays, failure }: Import): string[] => [
  ...(failure === undefined ? [] : [failure]),
  ...plays.map(lineOf),
]

async function answered(
  service: Imports,
  { id }: Import,
  yes: boolean,
  print: (line: string) => void,
): Promise<void> {
  const questions = await service.questions(id)
  if (questions.length === 0) return
  if (!yes && !process.stdin.isTTY)
    throw new CommandFailed(
      `${questions.length} people and games are unsure. Run the command in a terminal, or with --yes, which takes what the service suggests.`,
    )
  const answers = []
  const terminal = yes ? undefined : createInterface({ input: process.stdin, output: process.stderr })
  try {
    for (const question of questions) {
      const answer = terminal ? await asked(question, terminal) : suggestionFor(question)
      answers.push({ questionId: question.id, ...answer })
      if (yes) print(`${harmless(question.name)}: ${wordsFor(question, answer)}`)
    }
  } finally {
    terminal?.close()
  }
  for (let start = 0; start < answers.length; start += ANSWERS)
    await service.send('PATCH', `/imports/${id}`, { answers: answers.slice(start, start + ANSWERS) })
}

/** The answers, in the form of a request. */
const ANSWERS = 500

interface Answer {
  answer: string
  ghostPlayerId?: string
  gameId?: string
}

const use = ({ kind }: Question, id: string): Answer => ({
  answer: 'USE',
  ...(kind === 'PERSON' ? { ghostPlayerId: id } : { gameId: id }),
})

function suggestionFor(question: Question): Answer {
  const { answer = question.kind === 'PERSON' ? 'NEW' : 'WAIT', id } = question.suggestion ?? {}
  return answer === 'USE' && id !== undefined ? use(question, id) : { answer }
}

function wordsFor({ kind, candidates }: Question, { answer, ghostPlayerId, gameId }: Answer): string {
  const used = candidates.find(({ id }) => id === (ghostPlayerId ?? gameId))
  if (used) return harmless(used.displayName)
  if (answer === 'LEAVE_OUT') return 'left out'
  return kind === 'PERSON' ? 'a new ghost player' : 'waits for the game'
}

async function asked(question: Question, terminal: ReturnType<typeof createInterface>): Promise<Answer> {
  const { kind, name, plays, candidates } = question
  const choices: Answer[] = [
    ...candidates.map(({ id }) => use(question, id)),
    { answer: kind === 'PERSON' ? 'NEW' : 'WAIT' },
    { answer: 'LEAVE_OUT' },
  ]
  const suggested = choices.findIndex(
    (one) => JSON.stringify(one) === JSON.stringify(suggestionFor(question)),
  )
  const what = kind === 'PERSON' ? 'Who' : 'Which game'
  process.stderr.write(`${what} is ${harmless(name)} (${plays} plays)?\n`)
  for (const [index, choice] of choices.entries())
    process.stderr.write(`  ${index + 1} ${wordsFor(question, choice)}\n`)
  for (;;) {
    const typed = (await terminal.question(`[${suggested + 1}] `)).trim()
    const chosen = choices[typed === '' ? suggested : Number(typed) - 1]
    if (chosen) return chosen
    process.stderr.write(`Type a number from 1 to ${choices.length}.\n`)
  }
}

/** The pause between two looks at how far the import is, in milliseconds. */
const LOOK = 500

async function ended(service: Imports, id: string): Promise<Import> {
  for (;;) {
    const now = await service.send<Import>('GET', `/imports/${id}`)
    if (now.state !== 'RUNNING') {
      show('')
      return now
    }
    const { playsDone, playsToDo } = now
    show(barOf(Math.floor((100 * playsDone) / Math.max(1, playsDone + playsToDo))))
    await sleep(LOOK)
  }
}

function show(line: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${line}`)
}
