/** A text as its forms: the branches of its plural or select, each with the whole sentence. */
import { type MessageFormatElement, TYPE, parse } from '@formatjs/icu-messageformat-parser'

export interface Forms {
  argument: string
  kind: 'plural' | 'selectordinal' | 'select'
  offset: number
  texts: Readonly<Record<string, string>>
}

type Branching = Extract<MessageFormatElement, { options: unknown }>

/** Undefined if the text has no plural or select, or more than one beside another, or cannot be read. */
export function formsOf(text: string): Forms | undefined {
  const elements = read(text)
  const branching = elements?.filter(
    (one): one is Branching => one.type === TYPE.plural || one.type === TYPE.select,
  )
  const [one, another] = branching ?? []
  if (!one?.location || another) return undefined
  const head = text.slice(0, one.location.start.offset)
  const tail = text.slice(one.location.end.offset)
  // Inside a plural, # is its number. Quotes could reach from one part into the other.
  if (/[#']/.test(head + tail)) return undefined
  const texts = Object.entries(one.options).map(([name, { location }]) => [
    name,
    head + (location ? text.slice(location.start.offset + 1, location.end.offset - 1) : '') + tail,
  ])
  return {
    argument: one.value,
    kind: one.type === TYPE.select ? 'select' : one.pluralType === 'ordinal' ? 'selectordinal' : 'plural',
    offset: one.type === TYPE.plural ? one.offset : 0,
    texts: Object.fromEntries(texts) as Record<string, string>,
  }
}

function read(text: string): MessageFormatElement[] | undefined {
  try {
    return parse(text, {
      ignoreTag: true,
      captureLocation: true,
      requiresOtherClause: false,
      shouldParseSkeletons: false,
    })
  } catch {
    return undefined
  }
}

/** The text of these forms. A form that is not written is left out, and a text without any form is empty. */
export function textOfForms({ argument, kind, offset, texts }: Forms): string {
  const written = Object.entries(texts)
  if (written.length === 0) return ''
  const shift = offset === 0 ? '' : ` offset:${offset}`
  return `{${argument}, ${kind},${shift} ${written.map(([name, text]) => `${name} {${text}}`).join(' ')}}`
}

export function withForm(forms: Forms, name: string, text: string): Forms {
  const { [name]: _before, ...others } = forms.texts
  if (text === '') return { ...forms, texts: others }
  const { other, ...rest } = { ...others, [name]: text }
  return { ...forms, texts: other === undefined ? rest : { ...rest, other } }
}

const PLURAL = ['zero', 'one', 'two', 'few', 'many', 'other']

/** What a translator fills in: of a plural the categories of the locale, of a select the names of the base text. */
export function namesOf({ kind, texts }: Forms, base: Forms | undefined, locale: string): string[] {
  const own = Object.keys(texts)
  const given = Object.keys(base?.texts ?? {})
  const names =
    kind === 'select'
      ? [...given, ...own]
      : [
          ...[...given, ...own].filter((name) => name.startsWith('=')),
          ...PLURAL.filter((name) => categoriesOf(kind, locale).includes(name as Intl.LDMLPluralRule)),
          ...own,
        ]
  return [...new Set(names)].toSorted((one, another) => Number(one === 'other') - Number(another === 'other'))
}

const rulesOf = (kind: Forms['kind'], locale: string) =>
  new Intl.PluralRules(locale, { type: kind === 'selectordinal' ? 'ordinal' : 'cardinal' })

const categoriesOf = (kind: Forms['kind'], locale: string) =>
  rulesOf(kind, locale).resolvedOptions().pluralCategories

/** Numbers that people count to, then fractions and a million, which are categories of their own in some languages. */
const NUMBERS = [...Array.from({ length: 200 }, (_, n) => n), 1.5, 1_000_000]

/** A value of the argument for which this form is used. */
export function sampleFor({ kind, offset }: Forms, name: string, locale: string): string {
  if (kind === 'select') return name
  if (name.startsWith('=')) return name.slice(1)
  const rules = rulesOf(kind, locale)
  const found = NUMBERS.filter((n) => n >= offset).find((n) => rules.select(n - offset) === name)
  return String(found ?? 1)
}
