/** Asks a language model to read the rulebooks of a game. A value counts only if a quote from the rulebooks proves it. */
import { anthropic } from './anthropic.ts'
import { NoEvidence } from './failures.ts'
import type { AskModel, ModelSettings } from './model.ts'
import { openai } from './openai.ts'
import { Findings, type RulebookText, questionOf, suppliedTexts } from './question.ts'
import type { Evident, Interpret, InterpretedValues } from './services.ts'

export const PROTOCOLS: Record<ModelSettings['protocol'], (settings: ModelSettings) => AskModel> = {
  openai,
  anthropic,
}

export function interpreterOf(settings: ModelSettings): Interpret {
  const ask = PROTOCOLS[settings.protocol](settings)
  return async ({ displayName, texts }, signal) => {
    const supplied = suppliedTexts(texts, settings.mostCharacters ?? 200_000)
    if (supplied.length === 0) throw new NoEvidence('There is no text to interpret.', { tokens: 0 })
    const { text, usage } = await ask(questionOf(displayName, supplied), signal)
    const findings = Findings.safeParse(parsed(text))
    if (!findings.success)
      throw new NoEvidence("The language model's answer does not have the requested shape.", usage)
    const { scoreType, ...values } = borneOut(findings.data, supplied)
    if (!scoreType)
      throw new NoEvidence("No quote from the rules supports the language model's score type.", usage)
    return { values: { scoreType, ...values }, usage }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type Finding<T> = { value: T; quote: string } | null

/** The allowed values that are proved by a quote from the texts. */
export function borneOut(
  findings: ReturnType<typeof Findings.parse>,
  texts: readonly RulebookText[],
): Partial<InterpretedValues> {
  const folded = texts.map(({ url, text }) => ({ url, text: fold(text) }))
  const evident = <T>(finding: Finding<T>, numbers: number[] = []): Evident<T> | undefined => {
    const quote = fold(finding?.quote ?? '')
    const source = folded.find(({ text }) => text.includes(quote))
    const isBorneOut =
      [...quote].length >= 8 && [...quote].length <= 300 && numbers.every((number) => has(quote, number))
    return finding && source && isBorneOut ? { value: finding.value, quote, url: source.url } : undefined
  }
  const count = (finding: Finding<number>, isPossible = isCount) =>
    finding && isPossible(finding.value) ? evident(finding, [finding.value]) : undefined
  const time = findings.playingTime?.value
  const isTime = time && isCount(time.from) && isCount(time.to) && time.from <= time.to
  const values = {
    scoreType: evident(findings.scoreType),
    winCondition: findings.scoreType?.value === 'WIN_LOSS' ? undefined : evident(findings.winCondition),
    minPlayers: count(findings.minPlayers),
    maxPlayers: count(findings.maxPlayers),
    minAge: count(findings.minAge),
    yearPublished: count(findings.yearPublished, isYear),
    playingTime: isTime ? evident(findings.playingTime, [time.from, time.to]) : undefined,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}

/** Removes differences that readers cannot see: other forms of the same character, and other white space. */
export const fold = (text: string) => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

/** True if the quote contains the number in digits, and not as a part of another number. */
const has = (quote: string, number: number) =>
  new RegExp(String.raw`(?<!\d)${Math.abs(number)}(?!\d)`).test(quote)

const isCount = (value: number) => Number.isInteger(value) && value > 0 && value <= 100_000

const isYear = (value: number) => Number.isInteger(value) && value !== 0 && Math.abs(value) <= 10_000
