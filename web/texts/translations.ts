/** The texts of the pages of translators. */
import { text, texts } from './text.ts'

export const t = texts('translations', {
  title: 'Translations',
  lead: 'The texts of applications, and how far each language is.',
  base: text(
    '{count, plural, one {# text} other {# texts}} in {language}',
    { count: 'NUMBER', language: 'STRING' },
    'How many texts an application has in its own language',
  ),
  written: text('Written in {language}', { language: 'STRING' }, 'The own language of an application'),
  languagesOf: text('Languages of {name}', { name: 'STRING' }),
  published: text('{count, number} published', { count: 'NUMBER' }, 'Texts of a language'),
  drafts: text('{count, plural, one {# draft} other {# drafts}}', { count: 'NUMBER' }),
  missing: text('{count, number} missing', { count: 'NUMBER' }, 'Texts of a language'),
  invalid: text(
    '{count, number} invalid',
    { count: 'NUMBER' },
    'Texts that use what their key does not offer',
  ),
  outdated: text(
    '{count, number} outdated',
    { count: 'NUMBER' },
    'Texts that are older than their text in the base language',
  ),
  noLanguages: 'No text has been translated yet.',
  none: 'No application keeps its texts here yet. Its developers add it, and import its texts with each build.',
})
