/** The pages at the URIs of error types. Each explains what the error means and what to do. */
import type { FastifyInstance } from 'fastify'
import { compressed } from '../http/server/content-coding.ts'
import {
  type ProblemType,
  type ViolationCode,
  notFound,
  problemTypes,
  violationCodes,
} from '../http/problem.ts'
import { escaped, prose, sendPage } from './page.ts'

export function problemPages(app: FastifyInstance): void {
  app.get('/problems', { onSend: compressed }, (_request, reply) =>
    sendPage(reply, 'Errors', `<h1>Errors</h1><ul>${entries()}</ul>`),
  )
  app.get<{ Params: { name: string } }>(
    '/problems/:name',
    { onSend: compressed },
    ({ params: { name } }, reply) => {
      if (!isProblemType(name)) throw notFound(`There is no error type ${name}; /problems lists them.`)
      const { title, about, statuses } = problemTypes[name]
      return sendPage(
        reply,
        title,
        `<h1>${escaped(title)}</h1><p>Status ${statuses.join(', ')}, type <code>${name}</code></p><p>${prose(about)}</p>${
          name === 'validation' ? codes() : ''
        }<p><a href="/problems">All errors</a></p>`,
      )
    },
  )
}

const isProblemType = (name: string): name is ProblemType => Object.hasOwn(problemTypes, name)

const entries = () =>
  Object.entries(problemTypes)
    .map(
      ([name, { title }]) =>
        `<li><a href="/problems/${name}">${escaped(title)}</a> <code>${name}</code></li>`,
    )
    .join('')

const codes = () =>
  `<h2>Codes</h2><dl>${violationCodes.map((code) => `<dt><code>${code}</code></dt><dd>${prose(MEANING[code])}</dd>`).join('')}</dl>`

const MEANING: Record<ViolationCode, string> = {
  REQUIRED: 'Something required is missing.',
  VALUE_TOO_LONG: 'A text has more characters (Unicode code points) than its field takes.',
  VALUE_TOO_SHORT: 'A text has fewer characters than its field needs. Spaces around a name do not count.',
  INVALID_FORMAT:
    'A text or number does not have the format of its field, such as a UUID, a date-time, or two decimals.',
  INVALID_TYPE:
    'A value has a different JSON type than its field; nothing is converted, so `"10"` is not a number.',
  INVALID_VALUE: 'A value is not one of the values that its field takes.',
  OUT_OF_RANGE: 'A number or time is outside the range of its field.',
  TOO_MANY_ITEMS: 'A list has more items than its field takes.',
  TOO_FEW_ITEMS: 'A list has fewer items than its field needs.',
  DUPLICATE_ITEM: 'A list contains an item twice, and each item is allowed once.',
  UNKNOWN_PROPERTY: 'The request has a property or query parameter that is not known; it may be misspelt.',
  INVALID_REFERENCE:
    'An id refers to nothing, or to something that does not belong here, such as an expansion of another game.',
  DUPLICATE_GHOST_PLAYER: 'A ghost player takes part twice in one match.',
  DUPLICATE_CHANGE: 'An edit changes one participant twice.',
  INVALID_SEARCH:
    'The filter or sort cannot be read, or names a field, operator or value that this list does not take.',
  INVALID_CURSOR: 'The cursor does not come from this list with the same filter and sort.',
  IDEMPOTENCY_KEY_REUSED: 'The key was used before, for another request.',
  INVALID_MESSAGE: 'A text is not valid ICU MessageFormat.',
  UNKNOWN_ARGUMENT: 'A text uses an argument that its key does not have.',
  ARGUMENT_TYPE_MISMATCH: 'A text uses an argument in a way that its type does not allow.',
  MALFORMED_BODY:
    'The body is not well-formed JSON, or contains something that cannot be stored: a key twice, NUL, half a surrogate pair.',
}
