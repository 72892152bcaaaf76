/** The operation with which a running application fetches its texts. */
import { flag, optionalParameters } from '../../http/operation/optional-parameters.ts'
import { content } from '../../http/operation/responds.ts'
import { read } from '../../http/operation/define.ts'
import { applicationId } from '../applications/schema.ts'
import { locale } from '../locales.ts'
import { Messages } from './schema.ts'
import * as store from './store.ts'

export const getMessages = read({
  id: 'getMessages',
  route: 'GET /applications/{applicationId}/messages/{locale}',
  summary: 'The texts of an application in a locale, as the application shows them',
  description:
    'Each key in use has its published text. If there is none, it has the text of a parent locale (`zh-Hant-TW`, `zh-Hant`, `zh`), and otherwise the base text. Texts that no longer fit their key are ignored.',
  noun: 'application',
  scope: 'svc-engine:message-read',
  anyone: true,
  params: { applicationId: applicationId(), locale: locale() },
  query: optionalParameters({
    fallback: {
      schema: flag(),
      default: true,
      description: 'If this is `false`, keys without a text in this locale are left out.',
    },
  }),
  responds: content(Messages),
  show: ({ params: { applicationId: id, locale: tag }, query }) => store.show(id, tag, query.fallback),
})
