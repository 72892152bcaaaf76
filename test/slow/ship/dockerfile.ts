/** Reads the stages and steps of a Dockerfile. An unknown instruction is an error. */

export interface Step {
  instruction: string
  /** The options `--name=value` before the rest. */
  flags: Readonly<Record<string, string>>
  rest: string
}

export interface Stage {
  name: string
  /** The name of another stage, or of an image. */
  from: string
  steps: Step[]
}

const KNOWN = new Set([
  'RUN',
  'COPY',
  'WORKDIR',
  'ENV',
  'LABEL',
  'USER',
  'EXPOSE',
  'VOLUME',
  'STOPSIGNAL',
  'HEALTHCHECK',
  'ENTRYPOINT',
  'CMD',
])

export function stagesIn(text: string): Stage[] {
  const stages: Stage[] = []
  for (const line of linesOf(text)) {
    const [, instruction = '', given = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? []
    if (instruction === 'FROM') {
      const [, from = '', name = ''] = /^(\S+) AS (\S+)$/.exec(given) ?? []
      if (name === '') throw new Error(`FROM ${given} must name its stage.`)
      stages.push({ name, from, steps: [] })
      continue
    }
    const stage = stages.at(-1)
    if (!KNOWN.has(instruction) || stage === undefined) throw new Error(`${line} is not understood.`)
    stage.steps.push({ instruction, ...flagsIn(given) })
  }
  return stages
}

/** The lines without comments. Lines that end with a backslash are joined with the next one. */
const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')

function flagsIn(given: string): Pick<Step, 'flags' | 'rest'> {
  const flags: Record<string, string> = {}
  let rest = given
  for (;;) {
    const [all, name = '', value = ''] = /^--([\w-]+)=(\S+)\s+/.exec(rest) ?? []
    if (all === undefined) return { flags, rest }
    flags[name] = value
    rest = rest.slice(all.length)
  }
}

/** Parses a command that is a JSON list. Any other form would run in a shell, which passes no signals on. */
export function commandIn(text: string): string[] {
  const list: unknown = JSON.parse(text)
  if (Array.isArray(list) && list.every((one) => typeof one === 'string')) return list
  throw new Error(`${text} must be a list of texts.`)
}

/** The names that a `.dockerignore` with `*` in its first line lets in. */
export function admittedBy(text: string): string[] {
  const [all, ...others] = linesOf(text)
  if (all !== '*' || !others.every((line) => /^![\w./-]+$/.test(line)))
    throw new Error('The file must leave out everything, and let in names after that.')
  return others.map((line) => line.slice(1))
}
