/** Operations on the texts of applications. */
import * as applications from '../messages/applications/operations.ts'
import * as files from '../messages/files/operations.ts'
import * as messageKeys from '../messages/keys/operations.ts'
import * as published from '../messages/published/operations.ts'
import * as bulk from '../messages/translations/bulk/operations.ts'
import * as translations from '../messages/translations/operations.ts'
import type { Resource } from './resource.ts'

export const texts: Resource[] = [
  {
    tag: 'applications',
    description: 'Applications whose texts this service stores.',
    operations: [
      applications.listApplications,
      applications.countApplications,
      applications.createApplication,
      applications.getApplication,
      applications.updateApplication,
      applications.getLocales,
    ],
  },
  {
    tag: 'messageKeys',
    description: 'The keys of an application with their base texts, imported by its build.',
    operations: [
      messageKeys.importKeys,
      messageKeys.previewKeys,
      messageKeys.listKeys,
      messageKeys.countKeys,
      messageKeys.getKey,
    ],
  },
  {
    tag: 'translations',
    description: 'The texts of the keys in other locales: drafts, until an owner publishes them.',
    operations: [
      translations.listTranslations,
      translations.countTranslations,
      translations.getTranslation,
      translations.writeTranslation,
      translations.discardDraft,
      translations.publishTranslation,
      translations.unpublishTranslation,
      bulk.listWork,
      bulk.countWork,
      bulk.listMissingTranslations,
      bulk.countMissingTranslations,
      bulk.publishTranslations,
      bulk.importTranslations,
      files.exportTranslations,
      files.exportXliff,
      files.importTranslationFile,
      files.importXliff,
    ],
  },
  {
    tag: 'messages',
    description: 'The published texts, as an application fetches them.',
    operations: [published.getMessages],
  },
]

export type TextsModules = typeof applications &
  typeof bulk &
  typeof files &
  typeof messageKeys &
  typeof published &
  typeof translations
