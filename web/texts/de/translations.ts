/** German for `texts/translations.ts`. */
import { t } from '../translations.ts'
import { translated } from '../translated.ts'

export default translated(t, {
  title: 'Übersetzungen',
  lead: 'Die Texte von Anwendungen, und wie weit jede Sprache ist.',
  base: '{count, plural, one {# Text} other {# Texte}} auf {language}',
  written: 'Geschrieben auf {language}',
  languagesOf: 'Sprachen von {name}',
  published: '{count, number} veröffentlicht',
  drafts: '{count, plural, one {# Entwurf} other {# Entwürfe}}',
  missing: '{count, plural, one {# fehlt} other {# fehlen}}',
  invalid: '{count, number} ungültig',
  outdated: '{count, number} veraltet',
  noLanguages: 'Noch ist kein Text übersetzt.',
  none: 'Noch hat keine Anwendung ihre Texte hier. Wer sie entwickelt, legt sie an und lädt ihre Texte bei jedem Bau hoch.',
})
