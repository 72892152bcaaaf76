/** The schema of an application's texts in a locale. */
import * as z from 'zod'

export const Messages = z
  .strictObject({
    applicationId: z.string(),
    locale: z.string(),
    messages: z
      .record(z.string(), z.string())
      .meta({ description: 'The texts by key, in ICU MessageFormat' }),
  })
  .meta({
    id: 'Messages',
    description: 'The texts of an application in a locale',
    example: {
      applicationId: 'table-companion',
      locale: 'de',
      messages: {
        'menu.new': 'Neue Partie',
        'table.players': '{count, plural, one {# Person} other {# Personen}} an {table}',
      },
    },
  })
