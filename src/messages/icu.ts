/** Reads ICU MessageFormat: the arguments that a text uses, or its fault. */
import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'
import { skeletonFault } from './number-skeleton.ts'

export const ARGUMENT_TYPES = ['ANY', 'NUMBER', 'DATE', 'STRING'] as const
export type ArgumentType = (typeof ARGUMENT_TYPES)[number]

/** The arguments of a text, each with the types that its uses require; no type if every type will do. */
export type Uses = ReadonlyMap<string, ReadonlySet<ArgumentType>>

/** The most levels of nested plurals and selects. */
const DEEPEST = 20
export const LONGEST = 4000

/** The fault continues a sentence that begins with the field's name. */
type ParsedText = { uses: Uses; fault?: undefined } | { fault: string; uses?: undefined }

/** The library recurses, and overflows the stack past some 1,000 levels, which take 16,000 characters. */
export const isReadable = (text: string) => text.length <= 2 * LONGEST

/**
 * The library's time grows with the square of a date skeleton's length: 15 ms for 4,000 characters. An import can have 10,000
 * such texts.
 */
const LONGEST_SKELETON = 100

/** Collects the arguments of a text that the library can parse. */
export function readMessage(text: string): ParsedText {
  const findings: Findings = { uses: new Map(), skeletons: false }
  try {
    const fault = collect(parse(text, { ...AS_ICU, shouldParseSkeletons: false }), findings, 0)
    if (fault !== undefined) return { fault }
    if (findings.skeletons) parse(text, AS_ICU) // refuses skeletons that a client could not format
  } catch (error) {
    // The library throws errors of three classes, and for some number skeletons a TypeError by mistake.
    return { fault: `is not ICU MessageFormat: ${reasonOf(error)}` }
  }
  return { uses: findings.uses }
}

const AS_ICU = { ignoreTag: true } // tags such as <b> are plain text

interface Findings {
  uses: Map<string, Set<ArgumentType>>
  skeletons: boolean
}

/** Collects the uses in all branches. Returns the fault if the library accepts something that we refuse. */
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
 * The library skips marks of writing direction before a name, as ICU does, but keeps those after it. The look-behind avoids
 * quadratic time for many such marks in the middle.
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

/** The type that the specification's table allows for this use; ANY if it allows all types. */
function typeAskedBy({ type }: MessageFormatElement): ArgumentType | undefined {
  switch (type) {
    case TYPE.argument:
      return 'ANY'
    case TYPE.number:
    case TYPE.plural: // includes selectordinal, and # in both
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

/** `EXPECT_ARGUMENT_CLOSING_BRACE` → `expect argument closing brace at character 4`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'its date or number format is not supported'
  const { location } = error as { location?: { start: { offset: number } } }
  const at = location === undefined ? '' : ` at character ${location.start.offset + 1}`
  return error.message.toLowerCase().replaceAll('_', ' ') + at
}
