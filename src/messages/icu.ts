/** Reads ICU MessageFormat. Returns the arguments in a text, or what is wrong with the text. */
import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { skeletonFault } from './number-skeleton.ts'

export const ARGUMENT_TYPES = ['ANY', 'NUMBER', 'DATE', 'STRING'] as const
export type ArgumentType = (typeof ARGUMENT_TYPES)[number]

/** For each argument of a text, the types that it must have. An empty set means any type. */
export type Uses = ReadonlyMap<string, ReadonlySet<ArgumentType>>

/** How deeply plurals and selects can be nested. */
export const DEEPEST = 20
export const LONGEST = 4000

/** `fault` is the rest of a sentence that begins with the field's name. */
type ParsedText = { uses: Uses; fault?: undefined } | { fault: string; uses?: undefined }

/**
 * The library is recursive. At some 1,000 levels of nesting, for which a text needs 16,000 characters, it would overflow the
 * stack.
 */
export const isReadable = (text: string) => text.length <= 2 * LONGEST

/** In characters. For date skeletons, the library's time grows with the square of the length: 4,000 characters take 15 ms. */
export const LONGEST_SKELETON = 100

export function readMessage(text: string): ParsedText {
  const findings: Findings = { uses: new Map(), skeletons: false }
  try {
    const fault = collect(parse(text, { ...AS_ICU, shouldParseSkeletons: false }), findings, 0)
    if (fault !== undefined) return { fault }
    if (findings.skeletons) parse(text, AS_ICU) // refuses skeletons that a client's formatter could not use
  } catch (error) {
    // The library throws three classes of errors. For some number skeletons it throws a TypeError by mistake.
    return { fault: `is not ICU MessageFormat: ${reasonOf(error)}` }
  }
  return { uses: findings.uses }
}

const AS_ICU = { ignoreTag: true } // a tag such as <b> is plain text

interface Findings {
  uses: Map<string, Set<ArgumentType>>
  skeletons: boolean
}

/** Collects the arguments. Returns a fault if the library has accepted something that we refuse. */
function collect(elements: MessageFormatElement[], findings: Findings, depth: number): string | undefined {
  if (depth > DEEPEST) return `nests deeper than ${DEEPEST} plurals and selects`
  for (const element of elements) {
    const type = typeAskedBy(element)
    if (type === undefined) continue
    const name = nameOf(element as { value: string })
    const asked = findings.uses.get(name) ?? new Set()
    findings.uses.set(name, type === 'ANY' ? asked : asked.add(type))
    const fault = skeletonFaultOf(element, findings) ?? collectBranches(element, findings, depth)
    if (fault !== undefined) return fault
  }
  return undefined
}

/**
 * The name of an argument. ICU and the library skip marks of writing direction only before a name, so marks behind it are removed
 * here. The look-behind avoids quadratic time.
 */
const nameOf = ({ value }: { value: string }) => value.replace(/(?<![\u200e\u200f])[\u200e\u200f]+$/, '')

function collectBranches(
  element: MessageFormatElement,
  findings: Findings,
  depth: number,
): string | undefined {
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return undefined
  for (const { value } of Object.values(element.options)) {
    const fault = collect(value, findings, depth + 1)
    if (fault !== undefined) return fault
  }
  return undefined
}

function skeletonFaultOf(element: MessageFormatElement, findings: Findings): string | undefined {
  if (element.type !== TYPE.number && element.type !== TYPE.date && element.type !== TYPE.time)
    return undefined
  const { style } = element
  if (typeof style !== 'object' || style === null) return undefined
  findings.skeletons = true
  if ('tokens' in style) return skeletonFault(style.tokens)
  if (style.pattern.length <= LONGEST_SKELETON) return undefined
  return `has a date skeleton of more than ${LONGEST_SKELETON} characters`
}

function typeAskedBy({ type }: MessageFormatElement): ArgumentType | undefined {
  switch (type) {
    case TYPE.argument:
      return 'ANY'
    case TYPE.number:
    case TYPE.plural: // this includes selectordinal, and # in both
      return 'NUMBER'
    case TYPE.date:
    case TYPE.time:
      return 'DATE'
    case TYPE.select:
      return 'STRING'
    default:
      return undefined
  }
}

/** Turns the library's `EXPECT_ARGUMENT_CLOSING_BRACE` into `expect argument closing brace at character 4`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'its date or number format is not supported'
  const { location } = error as { location?: { start: { offset: number } } }
  const at = location === undefined ? '' : ` at character ${location.start.offset + 1}`
  return error.message.toLowerCase().replaceAll('_', ' ') + at
}
