/** Makes the file of a locale from its rows, in pieces of some kilobytes. */
import type { ExportedText } from './store.ts'
import { XLIFF_END, unitOf, xliffBegin } from './xliff-write.ts'

interface Input {
  params: { applicationId: string; locale: string }
}

/** How many texts a piece has. Other work may run between two pieces. */
const AT_ONCE = 100

export async function* asXliff(rows: ExportedText[], { params }: Input): AsyncGenerator<string> {
  const { applicationId, locale } = params
  yield xliffBegin(applicationId, rows[0]?.baseLocale ?? '', locale)
  for (const some of pieces(rows)) yield some.map((one) => unitOf(one.key, one)).join('')
  yield XLIFF_END
}

export async function* asJson(rows: ExportedText[], { params }: Input): AsyncGenerator<string> {
  const { applicationId, locale } = params
  const baseLocale = rows[0]?.baseLocale
  const begin = JSON.stringify({ applicationId, baseLocale, locale }, undefined, 2)
  yield `${begin.slice(0, -2)},\n  "translations": [`
  let separator = '\n'
  for (const some of pieces(rows)) {
    yield separator + some.map((one) => `    ${JSON.stringify(itemOf(one))}`).join(',\n')
    separator = ',\n'
  }
  yield '\n  ]\n}\n'
}

type WithKey = ExportedText & { key: string }

function* pieces(rows: readonly ExportedText[]): Generator<WithKey[]> {
  const found = rows.filter((one): one is WithKey => one.key !== null)
  for (let at = 0; at < found.length; at += AT_ONCE) yield found.slice(at, at + AT_ONCE)
}

const itemOf = ({ key, baseText, description, arguments: declared, text, digest }: WithKey) => ({
  key,
  baseText,
  ...(description === null ? {} : { description }),
  arguments: declared,
  text: text ?? '',
  ...(digest === null ? {} : { digest }),
})
